package org.espalier.simulator.bound;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.simulator.engine.ExecutionTimes;

/**
 * The tasks of a trial with what each really takes on each machine type, where machine time has a
 * price. Times count from the first arrival.
 */
final class KnownTasks {
  private static final long NEVER = -1;

  private final long[] arrival;
  private final long[] deadline;

  /** [task][machine type]; {@link #NEVER} where it cannot be on time. */
  private final long[][] ticks;

  private final double[] machines;
  private final long span;
  private final int free;
  private final double meanLength;

  /**
   * @param system the system as it is
   * @param times what tasks take, the same on all machines of a type
   */
  KnownTasks(HcSystem system, Workload workload, ExecutionTimes times) {
    List<Task> tasks =
        workload.tasks().stream().filter(task -> task.deadline() < Task.NO_DEADLINE).toList();
    long first = tasks.isEmpty() ? 0 : tasks.getFirst().arrival();
    free = workload.size() - tasks.size();
    arrival = tasks.stream().mapToLong(task -> task.arrival() - first).toArray();
    deadline = tasks.stream().mapToLong(task -> task.deadline() - first).toArray();
    machines = new double[system.machineTypes().size()];
    ticks = new long[arrival.length][machines.length];
    Arrays.stream(ticks).forEach(row -> Arrays.fill(row, NEVER));
    for (Machine machine : system.machines()) {
      int type = machine.type().id();
      for (int t = 0; t < arrival.length && machines[type] == 0; t++) {
        ticks[t][type] = fastest(tasks.get(t), machine, system.pet(), times);
      }
      machines[type]++;
    }
    span = Arrays.stream(deadline).max().orElse(0);
    meanLength =
        (Arrays.stream(deadline).sum() - Arrays.stream(arrival).sum())
            / (double) Math.max(1, arrival.length);
  }

  private static long fastest(Task task, Machine machine, PetMatrix pet, ExecutionTimes times) {
    int type = machine.type().id();
    long least = Long.MAX_VALUE;
    for (int p = 0; pet.canRun(task.type(), type) && p < pet.pStates(type); p++) {
      least = Math.min(least, times.of(task, machine, p));
    }
    return least <= task.deadline() - task.arrival() ? least : NEVER;
  }

  /** Number of tasks that have a deadline. */
  int count() {
    return arrival.length;
  }

  /** Number of the others, which are always on time. */
  int free() {
    return free;
  }

  /** Time from the first arrival to the last deadline, in ticks. */
  long span() {
    return span;
  }

  /** Mean time from arrival to deadline, in ticks. */
  double meanLength() {
    return meanLength;
  }

  /** Number of machines of a type. */
  double machines(int machineType) {
    return machines[machineType];
  }

  /**
   * What the machines' time is worth, plus what each task brings at most beyond the price of its
   * time.
   *
   * @param taken [machine type][slot], to which the time that the tasks then take is added
   */
  double value(SlotPrices prices, double[][] taken) {
    double value = 0;
    for (int j = 0; j < machines.length; j++) {
      value += machines[j] * prices.all(j);
    }
    for (int task = 0; task < arrival.length; task++) {
      value += value(task, prices, taken);
    }
    return value;
  }

  private double value(int task, SlotPrices prices, double[][] taken) {
    double least = 1;
    int type = -1;
    long start = 0;
    for (int j = 0; j < machines.length; j++) {
      if (ticks[task][j] != NEVER) {
        long found = cheapest(task, j, prices);
        double cost = prices.cost(j, found, ticks[task][j]);
        if (cost < least) {
          least = cost;
          type = j;
          start = found;
        }
      }
    }
    if (type >= 0) {
      prices.take(taken[type], start, ticks[task][type]);
    }
    return type < 0 ? 0 : 1 - least;
  }

  /**
   * The start at which a task costs least: what it costs is linear between starts at which it
   * begins or ends at the border of a slot.
   */
  private long cheapest(int task, int type, SlotPrices prices) {
    long length = ticks[task][type];
    long from = arrival[task];
    long to = deadline[task] - length;
    long best = from;
    double least = prices.cost(type, from, length);
    double atEnd = prices.cost(type, to, length);
    if (atEnd < least) {
      least = atEnd;
      best = to;
    }
    long width = prices.width();
    for (long border = (from / width + 1) * width; border < to + length; border += width) {
      if (border < to && prices.cost(type, border, length) < least) {
        least = prices.cost(type, border, length);
        best = border;
      }
      long before = border - length;
      if (before > from && prices.cost(type, before, length) < least) {
        least = prices.cost(type, before, length);
        best = before;
      }
    }
    return best;
  }
}
