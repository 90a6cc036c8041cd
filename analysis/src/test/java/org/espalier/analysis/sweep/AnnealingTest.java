package org.espalier.analysis.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.SplittableRandom;
import org.espalier.analysis.RandomProblems;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.api.Test;

class AnnealingTest {
  private static final int RUNS = 200;

  /** Beside an evaluation of the whole allocation. */
  @Test
  void whatItReckonsIsWhatComesOfTheAllocation() {
    SplittableRandom random = new SplittableRandom(21);
    for (int run = 0; run < RUNS; run++) {
      StaticProblem problem = RandomProblems.of(random, 1 + random.nextInt(30));
      Annealing annealing = annealing(problem, random);
      for (int step = 0; step < 300; step++) {
        annealing.step(0.5);
        if (step % 10 == 0) {
          checkTotals(problem, annealing);
        }
      }
    }
  }

  private static void checkTotals(StaticProblem problem, Annealing annealing) {
    AllocationTotals totals = AllocationOutcome.of(problem, annealing.allocation()).totals();
    assertThat(annealing.utility()).isCloseTo(totals.utility(), offset(1e-8));
    assertThat(annealing.joules()).isCloseTo(totals.joules(), offset(1e-5));
    if (!problem.mayDrop()) {
      assertThat(totals.dropped()).isZero();
    }
  }

  @Test
  void withoutHeatTheValueNeverFalls() {
    SplittableRandom random = new SplittableRandom(22);
    int changes = 0;
    for (int run = 0; run < RUNS; run++) {
      Annealing annealing = annealing(RandomProblems.of(random, 20), random);
      double before = annealing.value();
      for (int step = 0; step < 300; step++) {
        boolean changed = annealing.step(0);
        changes += changed ? 1 : 0;
        assertThat(annealing.value()).isGreaterThanOrEqualTo(before - 1e-9);
        before = annealing.value();
      }
    }
    assertThat(changes).isGreaterThan(RUNS);
  }

  private static Annealing annealing(StaticProblem problem, SplittableRandom random) {
    TaskTable table = new TaskTable(problem);
    double lambda = random.nextInt(3) * 1e-4;
    Draft draft = DensityList.schedule(table, lambda, table.valuesElsewhere(lambda));
    Annealing annealing = new Annealing(table, random.split(), draft);
    annealing.weigh(lambda);
    return annealing;
  }

  @Test
  void utilitiesAreThoseOfTheProblem() {
    SplittableRandom random = new SplittableRandom(23);
    for (int run = 0; run < RUNS; run++) {
      StaticProblem problem = RandomProblems.of(random, 10);
      TaskTable table = new TaskTable(problem);
      for (int task = 0; task < problem.tasks(); task++) {
        double elapsed = random.nextInt(10) == 0 ? 1e6 : random.nextDouble(5000);
        double expected = problem.utility(task).of(elapsed);
        assertThat(table.utility(task, problem.arrival(task) + elapsed))
            .isCloseTo(expected, offset(1e-9));
      }
    }
  }
}
