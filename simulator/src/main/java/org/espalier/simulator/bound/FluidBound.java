package org.espalier.simulator.bound;

import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;

/**
 * How many tasks any policy that cannot see the future has on time in the mean, at most, by the
 * {@link FluidProgram}.
 */
public final class FluidBound {
  /** On machines of more types the program takes longer than a trial is worth. */
  public static final int MOST_MACHINE_TYPES = 120;

  /** The same of pairs of a task type and a machine type. */
  public static final int MOST_PAIRS = 100 * MOST_MACHINE_TYPES;

  private FluidBound() {}

  /** Whether there are so many types that there is no bound. */
  public static boolean isTooWide(HcSystem system) {
    long types = system.machines().stream().map(Machine::type).distinct().count();
    return types > MOST_MACHINE_TYPES || types * system.taskTypes().size() > MOST_PAIRS;
  }

  /**
   * The bound for all tasks of a workload. The machines have the time from the first arrival to the
   * last deadline; what is executed at another time is not on time. Tasks without deadline are on
   * time whenever they are executed, so they are all counted and take none of that time.
   *
   * @param system the system as it is
   */
  public static double ofTrial(HcSystem system, Workload workload) {
    List<Task> tasks =
        workload.tasks().stream().filter(task -> task.deadline() < Task.NO_DEADLINE).toList();
    int free = workload.size() - tasks.size();
    if (tasks.isEmpty()) {
      return free;
    }
    long last = tasks.stream().mapToLong(Task::deadline).max().orElseThrow();
    return free + bound(system, tasks, last - tasks.getFirst().arrival());
  }

  /**
   * The bound on the share of tasks on time in a steady state, from 0 to 1. In it tasks like the
   * given ones come without end, at the mean rate at which these arrived. There is no idle time
   * while the system fills up, and none behind the last arrival, so these should be the tasks that
   * results are about, without the first and last ones. Over a long time no policy that cannot see
   * the future does better at this rate, nor at a rate that moves around this mean; in one trial it
   * may.
   *
   * <p>NaN if all arrive at once: they have no rate.
   *
   * @param system the system as it is
   * @param tasks in order of arrival
   */
  public static double steadyShare(HcSystem system, List<Task> tasks) {
    double count = tasks.size();
    long span = count == 0 ? 0 : tasks.getLast().arrival() - tasks.getFirst().arrival();
    return span == 0 ? Double.NaN : bound(system, tasks, span * count / (count - 1)) / count;
  }

  /** NaN where the system {@link #isTooWide}. */
  private static double bound(HcSystem system, List<Task> tasks, double span) {
    if (isTooWide(system)) {
      return Double.NaN;
    }
    double[] ticks = new double[system.machineTypes().size()];
    for (Machine machine : system.machines()) {
      double available = machine.type().failures().map(MachineType.Failures::available).orElse(1.0);
      ticks[machine.type().id()] += span * available;
    }
    return Math.min(
        tasks.size(), new FluidProgram(system.pet(), TaskClass.of(tasks), ticks).bound());
  }
}
