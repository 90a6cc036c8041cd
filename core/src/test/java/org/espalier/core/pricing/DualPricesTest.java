package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Prices beside the same steps written out plainly, and what they must come to. */
class DualPricesTest {
  private static final int MACHINE_TYPES = 3;
  private static final int TASK_TYPES = 4;
  private static final int P_STATES = 2;
  private static final double HALF = 30;

  private final SplittableRandom random = new SplittableRandom(5);
  private final int[] machines = {1, 2, 3};
  private long[][][] ticks = new long[TASK_TYPES][MACHINE_TYPES][P_STATES];

  private HcSystem system() {
    for (long[][] row : ticks) {
      for (long[] pair : row) {
        long fast = random.nextInt(4) == 0 ? -1 : 10 + random.nextLong(200);
        Arrays.setAll(pair, p -> fast < 0 ? -1 : fast + 20L * p);
      }
      row[0] = new long[] {90, 130};
    }
    List<MachineType> types =
        IntStream.range(0, MACHINE_TYPES)
            .mapToObj(j ->
                new MachineType(
                    j, "t" + j, 0, 0, List.of(new PState("a", 200), new PState("b", 90))))
            .toList();
    List<Machine> all =
        IntStream.of(0, 1, 1, 2, 2, 2)
            .boxed()
            .map(j -> new Machine(next++, "m" + next, types.get(j)))
            .toList();
    List<TaskType> tasks =
        IntStream.range(0, TASK_TYPES).mapToObj(i -> new TaskType(i, "k" + i)).toList();
    PetMatrix pet = PetMatrix.ofExecutionTimes(ticks, 1);
    return new HcSystem("s", Duration.ofSeconds(1), tasks, types, all, pet);
  }

  private int next;

  private Task task(int id) {
    long end = 50 + random.nextLong(400);
    UtilityPoints worth =
        new UtilityPoints(List.of(new Point(0, 1 + random.nextInt(8)), new Point(end, 0)));
    return new Task(id, random.nextInt(TASK_TYPES), id * 7L, Task.NO_DEADLINE, worth);
  }

  /** The steps as they are published, over all samples and all choices. */
  private final class Plain {
    private final double[] price = new double[MACHINE_TYPES];
    private double lambda;

    double value(Task task, int j, int k, boolean net) {
      if (ticks[task.type()][j][k] < 0) {
        return Double.NEGATIVE_INFINITY;
      }
      double time = ticks[task.type()][j][k];
      long end = Math.round(task.arrival() + time + HALF + time / (2 * machines[j]));
      double utility = task.utility().of(task, end);
      return net ? utility - price[j] * time - lambda * energy(time, k) : utility;
    }

    double energy(double time, int k) {
      return time * (k == 0 ? 200 : 90);
    }

    double mean(List<Task> tasks, boolean byEnergy) {
      double sum = 0;
      for (Task task : tasks) {
        double most = 0;
        for (int c = 0; c < MACHINE_TYPES * P_STATES; c++) {
          int j = c / P_STATES;
          int k = c % P_STATES;
          double time = ticks[task.type()][j][k];
          double by = byEnergy ? energy(time, k) : time;
          most = Math.max(most, time < 0 ? 0 : value(task, j, k, false) / by);
        }
        sum += most;
      }
      return sum / tasks.size();
    }

    void step(List<Task> tasks, double rate, double flow, double eta) {
      double[] use = new double[MACHINE_TYPES];
      double energy = 0;
      for (Task task : tasks) {
        int best = -1;
        double most = 0;
        for (int c = 0; c < MACHINE_TYPES * P_STATES; c++) {
          double value = value(task, c / P_STATES, c % P_STATES, true);
          best = value > most ? c : best;
          most = Math.max(most, value);
        }
        if (best >= 0) {
          double time = ticks[task.type()][best / P_STATES][best % P_STATES];
          use[best / P_STATES] += rate / tasks.size() * time;
          energy += rate / tasks.size() * energy(time, best % P_STATES);
        }
      }
      for (int j = 0; j < MACHINE_TYPES; j++) {
        price[j] *= Math.exp(eta * Math.min(1, use[j] / machines[j] - 1));
        price[j] = Math.max(price[j], 0.001 * mean(tasks, false));
      }
      lambda *= Math.exp(eta * Math.clamp(energy / flow - 1, -1, 1));
      lambda = Math.max(lambda, 0.001 * mean(tasks, true));
    }
  }

  @RepeatedTest(20)
  void theyAreThoseOfTheStepsWrittenOut(RepetitionInfo run) {
    IntStream.range(0, run.getCurrentRepetition() * 3).forEach(i -> random.nextInt());
    TypeChoices[] choices = TypeChoices.of(system());
    List<Task> tasks = IntStream.range(0, 150).mapToObj(this::task).toList();
    double rate = random.nextDouble(0.01, 0.2);
    double flow = random.nextDouble(50, 600);
    SampleSet set = set(choices, tasks, rate);
    DualPrices prices = new DualPrices(MACHINE_TYPES);
    DualPrices.Supply supply = new DualPrices.Supply(machines, flow);

    prices.solve(set, choices, supply);
    prices.follow(set, choices, supply, 10, 0.02);

    Plain plain = new Plain();
    Arrays.fill(plain.price, plain.mean(tasks, false) / 2);
    plain.lambda = plain.mean(tasks, true) / 2;
    for (int step = 0; step < 400; step++) {
      plain.step(tasks, rate, flow, 0.3 / (1 + 20.0 * step / 400));
    }
    for (int step = 0; step < 10; step++) {
      plain.step(tasks, rate, flow, 0.02);
    }
    for (int j = 0; j < MACHINE_TYPES; j++) {
      assertThat(prices.perTick(j)).isCloseTo(plain.price[j], withPercentage(1e-6));
    }
    assertThat(prices.perJoule()).isCloseTo(plain.lambda, withPercentage(1e-6));
  }

  private static SampleSet set(TypeChoices[] choices, List<Task> tasks, double rate) {
    Sample[] samples =
        tasks.stream()
            .map(task -> Sample.of(task, choices[task.type()], HALF))
            .toArray(Sample[]::new);
    return new SampleSet(samples, rate);
  }

  @Test
  void whatNobodyWantsHasNextToNoPrice() {
    TypeChoices[] choices = TypeChoices.of(system());
    SampleSet set = set(choices, IntStream.range(0, 100).mapToObj(this::task).toList(), 1e-9);
    DualPrices prices = new DualPrices(MACHINE_TYPES);

    prices.solve(set, choices, new DualPrices.Supply(machines, 1e9));

    assertThat(prices.perTick(1)).isCloseTo(0.001 * set.perTick(), withPercentage(1e-9));
    assertThat(prices.perJoule()).isCloseTo(0.001 * set.perJoule(), withPercentage(1e-9));
  }

  @Test
  void nothingHasToBeKnown() {
    TypeChoices[] choices = TypeChoices.of(system());
    DualPrices prices = new DualPrices(MACHINE_TYPES);

    prices.solve(new SampleSet(new Sample[0], 0), choices, DualPrices.Supply.ofTime(machines));

    assertThat(prices.perTick(0)).isZero();
  }
}
