package org.espalier.core.pricing;

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

/**
 * The steps of prices as they are published, over all samples and all choices of a drawn system.
 */
final class PlainPrices {
  static final int MACHINE_TYPES = 3;
  static final double HALF = 30;
  private static final int TASK_TYPES = 4;
  private static final int P_STATES = 2;

  final int[] machines = {1, 2, 3};
  private final SplittableRandom random;
  private final long[][][] ticks = new long[TASK_TYPES][MACHINE_TYPES][P_STATES];

  PlainPrices(SplittableRandom random) {
    this.random = random;
  }

  HcSystem system() {
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
    int[] typeOf = {0, 1, 1, 2, 2, 2};
    List<Machine> all =
        IntStream.range(0, typeOf.length)
            .mapToObj(m -> new Machine(m, "m" + m, types.get(typeOf[m])))
            .toList();
    List<TaskType> tasks =
        IntStream.range(0, TASK_TYPES).mapToObj(i -> new TaskType(i, "k" + i)).toList();
    PetMatrix pet = PetMatrix.ofExecutionTimes(ticks, 1);
    return new HcSystem("s", Duration.ofSeconds(1), tasks, types, all, pet);
  }

  /** One task type on one machine that takes 120 ticks at 100 W. */
  static HcSystem withPower() {
    MachineType type = new MachineType(0, "t", 0, 0, List.of(new PState("a", 100)));
    return new HcSystem(
        "s",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "k")),
        List.of(type),
        List.of(new Machine(0, "m", type)),
        PetMatrix.ofExecutionTimes(new long[][][] {{{120}}}, 1));
  }

  Task task(int id, long arrival) {
    long end = 50 + random.nextLong(400);
    UtilityPoints worth =
        new UtilityPoints(List.of(new Point(0, 1 + random.nextInt(8)), new Point(end, 0)));
    return new Task(id, random.nextInt(TASK_TYPES), arrival, Task.NO_DEADLINE, worth);
  }

  private double utility(Task task, int j, int k) {
    double time = ticks[task.type()][j][k];
    long end = Math.round(task.arrival() + time + HALF + time / (2 * machines[j]));
    return task.utility().of(task, end);
  }

  private static double energy(double time, int k) {
    return time * (k == 0 ? 200 : 90);
  }

  /** The mean of the most that tasks pay for a tick, or for a joule. */
  double mean(List<Task> tasks, boolean byEnergy) {
    double sum = 0;
    for (Task task : tasks) {
      double most = 0;
      for (int c = 0; c < MACHINE_TYPES * P_STATES; c++) {
        int j = c / P_STATES;
        int k = c % P_STATES;
        double time = ticks[task.type()][j][k];
        double by = byEnergy ? energy(time, k) : time;
        most = Math.max(most, time < 0 ? 0 : utility(task, j, k) / by);
      }
      sum += most;
    }
    return sum / tasks.size();
  }

  /** Ticks of each machine type that tasks take at some prices, and joules behind them. */
  double[] use(List<Task> tasks, double[] price, double lambda) {
    double[] use = new double[MACHINE_TYPES + 1];
    for (Task task : tasks) {
      int best = -1;
      double most = 0;
      for (int c = 0; c < MACHINE_TYPES * P_STATES; c++) {
        int j = c / P_STATES;
        int k = c % P_STATES;
        double time = ticks[task.type()][j][k];
        double worth =
            time < 0 ? -1 : utility(task, j, k) - price[j] * time - lambda * energy(time, k);
        best = worth > most ? c : best;
        most = Math.max(most, worth);
      }
      if (best >= 0) {
        double time = ticks[task.type()][best / P_STATES][best % P_STATES];
        use[best / P_STATES] += time;
        use[MACHINE_TYPES] += energy(time, best % P_STATES);
      }
    }
    return use;
  }

  /**
   * Moves prices of time by what tasks take.
   *
   * @param ticks how long the machines are there for them
   */
  void move(double[] price, List<Task> tasks, double[] use, double ticks, double eta) {
    for (int j = 0; j < MACHINE_TYPES; j++) {
      double over = use[j] / (machines[j] * ticks) - 1;
      double factor = Math.exp(Math.clamp(eta * over, -1, 1));
      price[j] = Math.max(price[j] * factor, 0.001 * mean(tasks, false));
    }
  }
}
