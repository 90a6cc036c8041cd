package org.espalier.analysis.sweep;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * List scheduling in the order of time for a weight of energy. The idle machine and the waiting
 * task that gain most per second take each other. The gain is utility, less weighted energy, less
 * what the task is worth elsewhere. Nothing is taken that does not gain.
 *
 * <p>Utilities only fall. So a gain once found is a bound: the tasks that wait for a machine type
 * are in a queue by their bounds, and a task that gains nothing there is never looked at again.
 */
final class DensityList {
  private final TaskTable table;
  private final double lambda;
  private final double[] elsewhere;
  private final Draft draft;
  private final double[] ready;
  private final int[] typeOfMachine;
  private final WaitingQueue[] waiting;
  private final boolean[] taken;
  private int bestMode;

  private DensityList(TaskTable table, double lambda, double[] elsewhere) {
    this.table = table;
    this.lambda = lambda;
    this.elsewhere = elsewhere;
    draft = new Draft(table.tasks, table.machines);
    ready = new double[table.machines];
    typeOfMachine = IntStream.range(0, table.machines).map(table.problem::machineTypeOf).toArray();
    waiting = new WaitingQueue[table.problem.machineTypes()];
    Arrays.setAll(waiting, type -> new WaitingQueue());
    taken = new boolean[table.tasks];
  }

  /**
   * The schedule of a weight.
   *
   * @param elsewhere by task, what it is worth if it is not taken
   */
  static Draft schedule(TaskTable table, double lambda, double[] elsewhere) {
    DensityList list = new DensityList(table, lambda, elsewhere);
    list.run();
    if (!table.mayDrop) {
      list.placeLeftovers();
    }
    return list.draft;
  }

  private void run() {
    int arrived = 0;
    double now = 0;
    while (now < Double.POSITIVE_INFINITY) {
      while (arrived < table.tasks && table.problem.arrival(arrived) <= now) {
        enqueue(arrived++, now);
      }
      fillIdle(now);
      now = nextEvent(now, arrived);
    }
  }

  private void enqueue(int task, double now) {
    for (int type = 0; type < waiting.length; type++) {
      double density = density(task, type, now);
      if (density > 0) {
        waiting[type].add(density, task);
      }
    }
  }

  /** An arrival, or a machine that becomes ready while tasks wait for it. */
  private double nextEvent(double now, int arrived) {
    double next = arrived < table.tasks ? table.problem.arrival(arrived) : Double.POSITIVE_INFINITY;
    for (int machine = 0; machine < ready.length; machine++) {
      if (ready[machine] > now
          && ready[machine] < next
          && waiting[typeOfMachine[machine]].size() > 0) {
        next = ready[machine];
      }
    }
    return next;
  }

  private void fillIdle(double now) {
    int machine = bestIdle(now);
    while (machine >= 0) {
      int type = typeOfMachine[machine];
      int task = waiting[type].remove();
      density(task, type, now);
      taken[task] = true;
      int placement =
          table.problem.firstPlacement(machine) + bestMode - table.problem.firstMode(type);
      draft.append(task, machine, placement);
      ready[machine] = now + table.seconds(task, bestMode);
      machine = bestIdle(now);
    }
  }

  /** The idle machine whose head gains most, or -1 if none gains. */
  private int bestIdle(double now) {
    int best = -1;
    double most = 0;
    for (int machine = 0; machine < ready.length; machine++) {
      if (ready[machine] <= now) {
        double density = refresh(typeOfMachine[machine], now);
        if (density > most) {
          most = density;
          best = machine;
        }
      }
    }
    return best;
  }

  /** Brings the task that gains most at this time to the head; its gain, or 0 if none gains. */
  private double refresh(int type, double now) {
    WaitingQueue queue = waiting[type];
    while (queue.size() > 0) {
      int task = queue.head();
      if (taken[task]) {
        queue.remove();
        continue;
      }
      double density = density(task, type, now);
      if (!(density > 0)) {
        queue.remove();
      } else if (density >= queue.headBound() || density >= queue.secondBound()) {
        queue.lowerHead(density);
        return density;
      } else {
        queue.lowerHead(density);
      }
    }
    return 0;
  }

  /** The most that a task gains per second if it starts on a machine type now. */
  private double density(int task, int machineType, double now) {
    double most = Double.NEGATIVE_INFINITY;
    int end = table.problem.firstMode(machineType) + modesOf(machineType);
    for (int mode = table.problem.firstMode(machineType); mode < end; mode++) {
      double seconds = table.seconds(task, mode);
      if (seconds < Double.POSITIVE_INFINITY
          && now + seconds <= table.problem.latestCompletion(task)) {
        double gain = table.utility(task, now + seconds) - lambda * table.joules(task, mode);
        double density = (gain - elsewhere[task]) / seconds;
        if (density > most) {
          most = density;
          bestMode = mode;
        }
      }
    }
    return most;
  }

  private int modesOf(int machineType) {
    return machineType + 1 == waiting.length
        ? table.modes - table.problem.firstMode(machineType)
        : table.problem.firstMode(machineType + 1) - table.problem.firstMode(machineType);
  }

  /** Where they lose least behind all others. */
  private void placeLeftovers() {
    for (int task = 0; task < table.tasks; task++) {
      if (!taken[task]) {
        place(task);
      }
    }
  }

  private void place(int task) {
    int best = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int placement : table.problem.placementsFor(table.problem.type(task))) {
      double start =
          Math.max(ready[table.problem.machineOf(placement)], table.problem.arrival(task));
      int mode = table.problem.modeOf(placement);
      double gain =
          table.utility(task, start + table.seconds(task, mode))
              - lambda * table.joules(task, mode);
      if (gain > most) {
        most = gain;
        best = placement;
      }
    }
    int machine = table.problem.machineOf(best);
    double start = Math.max(ready[machine], table.problem.arrival(task));
    ready[machine] = start + table.seconds(task, table.problem.modeOf(best));
    draft.append(task, machine, best);
  }
}
