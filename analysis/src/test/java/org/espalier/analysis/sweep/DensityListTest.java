package org.espalier.analysis.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.espalier.analysis.RandomProblems;
import org.junit.jupiter.api.Test;

class DensityListTest {
  /** Beside one that looks at every pair of an idle machine and a waiting task. */
  @Test
  void idleMachinesTakeTheTasksThatGainMostPerSecond() {
    SplittableRandom random = new SplittableRandom(31);
    for (int run = 0; run < 300; run++) {
      TaskTable table = new TaskTable(RandomProblems.of(random, 1 + random.nextInt(25)));
      double lambda = random.nextDouble(3e-4);
      double[] elsewhere = table.valuesElsewhere(lambda);
      // No two pairs are equally good, so that ties do not tell one list from another.
      Arrays.setAll(elsewhere, task -> elsewhere[task] + random.nextDouble(0.01));

      Draft draft = DensityList.schedule(table, lambda, elsewhere);
      Plain plain = new Plain(table, lambda, elsewhere);
      plain.run();

      Annealing outcome = new Annealing(table, random, draft);
      for (int task = 0; task < table.tasks; task++) {
        if (plain.taken[task]) {
          assertThat(table.problem.modeOf(draft.placements[task])).isEqualTo(plain.modes[task]);
        } else {
          assertThat(draft.placements[task] < 0).isEqualTo(table.mayDrop);
        }
      }
      if (table.mayDrop) {
        assertThat(outcome.utility()).isCloseTo(plain.utility, offset(1e-9));
      }
    }
  }

  /** The list as it is stated. */
  private static final class Plain {
    private final TaskTable table;
    private final double lambda;
    private final double[] elsewhere;
    private final double[] ready;
    private final boolean[] taken;
    private final int[] modes;
    private double utility;

    Plain(TaskTable table, double lambda, double[] elsewhere) {
      this.table = table;
      this.lambda = lambda;
      this.elsewhere = elsewhere;
      ready = new double[table.machines];
      taken = new boolean[table.tasks];
      modes = new int[table.tasks];
    }

    void run() {
      TreeSet<Double> events = new TreeSet<>();
      IntStream.range(0, table.tasks).mapToDouble(table.problem::arrival).forEach(events::add);
      while (!events.isEmpty()) {
        double now = events.pollFirst();
        while (take(now)) {
          Arrays.stream(ready).filter(time -> time > now).forEach(events::add);
        }
      }
    }

    private boolean take(double now) {
      double most = 0;
      int bestTask = -1;
      int best = -1;
      for (int task = 0; task < table.tasks; task++) {
        for (int placement : table.problem.placementsFor(table.problem.type(task))) {
          double density = density(task, placement, now);
          if (density > most) {
            most = density;
            bestTask = task;
            best = placement;
          }
        }
      }
      if (best < 0) {
        return false;
      }
      modes[bestTask] = table.problem.modeOf(best);
      double completion = now + table.seconds(bestTask, table.problem.modeOf(best));
      ready[table.problem.machineOf(best)] = completion;
      taken[bestTask] = true;
      utility += table.utility(bestTask, completion);
      return true;
    }

    private double density(int task, int placement, double now) {
      int mode = table.problem.modeOf(placement);
      double completion = now + table.seconds(task, mode);
      if (taken[task]
          || table.problem.arrival(task) > now
          || ready[table.problem.machineOf(placement)] > now
          || completion > table.problem.latestCompletion(task)) {
        return 0;
      }
      double gain = table.utility(task, completion) - lambda * table.joules(task, mode);
      return (gain - elsewhere[task]) / table.seconds(task, mode);
    }
  }
}
