package org.espalier.simulator.bound;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;

/**
 * A bound on the tasks that policies which cannot see the future have on time in the mean. It is on
 * their number or on what they are worth, by the {@link FluidProgram}.
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
   * @param system the system as it is; {@link HcSystem#ofEqualVersions} for numbers of tasks
   * @param worth what each task counts on time: 1 for their number
   */
  public static double ofTrial(HcSystem system, Workload workload, ToDoubleFunction<Task> worth) {
    List<Task> tasks =
        workload.tasks().stream().filter(task -> task.deadline() < Task.NO_DEADLINE).toList();
    double free =
        workload.tasks().stream()
            .filter(task -> task.deadline() == Task.NO_DEADLINE)
            .mapToDouble(worth)
            .sum();
    if (tasks.isEmpty()) {
      return free;
    }
    long last = tasks.stream().mapToLong(Task::deadline).max().orElseThrow();
    double most = tasks.stream().mapToDouble(worth).sum();
    return free
        + program(system, tasks, last - tasks.getFirst().arrival(), worth, SharesByType.NONE)
            .map(found -> Math.min(most, found.bound()))
            .orElse(Double.NaN);
  }

  /**
   * The bound for all tasks of a workload on what they are worth on time. It is NaN where some have
   * more than a deadline and a worth.
   */
  public static double worthOfTrial(HcSystem system, Workload workload) {
    boolean isKnown =
        workload.tasks().stream()
            .map(Task::utility)
            .allMatch(u -> u instanceof DeadlineUtility || u.equals(UtilityFunction.OF_DEADLINE));
    return isKnown && workload.recorded().isEmpty()
        ? ofTrial(system, workload, Task::worth)
        : Double.NaN;
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
    return steadyShare(system, tasks, SharesByType.NONE).share();
  }

  /**
   * The bound on the share of tasks on time where types have least shares.
   *
   * @param share NaN where no policy can hold them all
   * @param prices how many others one more task on time costs, by name of a type that has a share
   */
  public record WithShares(double share, Map<String, Double> prices) {}

  /** The same for policies that hold least shares. */
  public static WithShares steadyShare(HcSystem system, List<Task> tasks, SharesByType shares) {
    double count = tasks.size();
    long span = count == 0 ? 0 : tasks.getLast().arrival() - tasks.getFirst().arrival();
    Map<String, Double> prices = new TreeMap<>();
    double share = Double.NaN;
    Optional<FluidProgram> found =
        span == 0
            ? Optional.empty()
            : program(system.ofEqualVersions(), tasks, span * count / (count - 1), _ -> 1, shares);
    if (found.isPresent()) {
      share = Math.min(count, found.get().bound()) / count;
      double[] paid = found.get().pricesOfLeast();
      system.taskTypes().stream()
          .filter(type -> shares.byType().containsKey(type.name()))
          .forEach(type -> prices.put(type.name(), paid[type.id()]));
    }
    return new WithShares(share, prices);
  }

  /** Empty where the system {@link #isTooWide}. */
  private static Optional<FluidProgram> program(
      HcSystem system,
      List<Task> tasks,
      double span,
      ToDoubleFunction<Task> worth,
      SharesByType shares) {
    if (isTooWide(system)) {
      return Optional.empty();
    }
    double[] ticks = new double[system.machineTypes().size()];
    for (Machine machine : system.machines()) {
      double available = machine.type().failures().map(MachineType.Failures::available).orElse(1.0);
      ticks[machine.type().id()] += span * available;
    }
    double[] least = new double[system.taskTypes().size()];
    for (Task task : tasks) {
      String type = system.taskTypes().get(task.type()).name();
      least[task.type()] += shares.byType().getOrDefault(type, 0.0);
    }
    return Optional.of(
        new FluidProgram(
            system.pet(),
            TaskClass.of(tasks, worth),
            ticks,
            least,
            type -> system.taskTypes().get(type).versions()));
  }
}
