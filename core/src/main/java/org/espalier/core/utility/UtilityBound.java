package org.espalier.core.utility;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.Pmf;

/**
 * The maximum utility bound (DISSERTATION 2.7.1). It is what tasks would earn if each started as it
 * arrives where it is fastest, as if no other were there. What completes outside a span of time
 * does not count, so the bound holds for tasks that arrive in the span; a backlog from before may
 * earn more.
 *
 * <p>Where execution times are distributions, each task starts where its expected utility is
 * highest, and the bound is the expectation of what it earns in the span. Nobody knows what a task
 * will take, so no policy can be expected to earn more; in a single trial, with luck, one may. A
 * task that rises counts with the most that is {@linkplain Task#falling still to be had}. The
 * utility of the expected completion would be no bound: it can lie below.
 *
 * <p>Safe for use by several threads.
 */
public final class UtilityBound {
  private final TimeSpan span;

  /** By task type, the execution times that may be the best; of equal ones the first. */
  private final List<List<Pmf>> choices = new ArrayList<>();

  /**
   * The bound of a system.
   *
   * @param span when tasks have to complete
   */
  public UtilityBound(HcSystem system, TimeSpan span) {
    this.span = span;
    List<Integer> machineTypes =
        system.machines().stream().map(Machine::type).map(type -> type.id()).distinct().toList();
    for (int type = 0; type < system.taskTypes().size(); type++) {
      List<Pmf> times = new ArrayList<>();
      system
          .taskTypes()
          .get(type)
          .versions()
          .forEach(version -> times.addAll(choices(system.pet(), version.type(), machineTypes)));
      choices.add(times);
    }
  }

  /** In order of their means; if all are certain the shortest alone, the best at any utility. */
  private static List<Pmf> choices(PetMatrix pet, int type, List<Integer> machineTypes) {
    List<Pmf> times = new ArrayList<>();
    for (int machineType : machineTypes) {
      for (int p = 0; pet.canRun(type, machineType) && p < pet.pStates(machineType); p++) {
        times.add(pet.get(type, machineType, p));
      }
    }
    times.sort(Comparator.comparingDouble(Pmf::mean));
    boolean certain = times.stream().allMatch(time -> time.earliest() == time.latest());
    return certain && !times.isEmpty() ? List.of(times.getFirst()) : List.copyOf(times);
  }

  /** The bound of some tasks. */
  public double of(List<Task> tasks) {
    return tasks.stream().mapToDouble(this::of).sum();
  }

  /** The bound of one task; 0 if no machine can run it. */
  public double of(Task given) {
    Task task = given.falling();
    Pmf best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (Pmf time : choices.get(task.type())) {
      double expected = expected(task, time, TimeSpan.ALWAYS);
      if (expected > most) {
        best = time;
        most = expected;
      }
    }
    return best == null ? 0 : expected(task, best, span);
  }

  /** The utility that a task is expected to earn in a span if it starts as it arrives. */
  private static double expected(Task task, Pmf time, TimeSpan span) {
    double sum = 0;
    for (int i = 0; i < time.size(); i++) {
      long completion = task.arrival() + time.time(i);
      if (time.mass(i) > 0 && span.containsEndOf(task.arrival(), completion)) {
        sum += time.mass(i) * task.utility().of(task, completion);
      }
    }
    return sum;
  }
}
