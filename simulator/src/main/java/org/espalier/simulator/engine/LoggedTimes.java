package org.espalier.simulator.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;

/**
 * Execution times that tasks took when they were recorded. On a machine type that is like the one
 * of the record, they are multiplied by its factor. On any other, or in another P-state, a task
 * takes as many times longer as the mean of its task type is longer there in the PET. A task whose
 * time was not recorded has a drawn one.
 *
 * <p>Where the machine type was not recorded, it is the first of the system for which the PET has a
 * time above 0.
 */
public final class LoggedTimes implements ExecutionTimes {
  private final Workload workload;
  private final HcSystem system;
  private final ExecutionTimes drawn;
  private final Map<String, Integer> machineTypes = new HashMap<>();

  private LoggedTimes(Workload workload, HcSystem system, ExecutionTimes drawn) {
    this.workload = workload;
    this.system = system;
    this.drawn = drawn;
    system.machineTypes().forEach(type -> machineTypes.put(type.name(), type.id()));
  }

  /**
   * The times of a workload; the drawn ones if none were recorded.
   *
   * @param system as it is; its PET has times above 0 for all that is recorded
   */
  public static ExecutionTimes of(Workload workload, HcSystem system, ExecutionTimes drawn) {
    return workload.recorded().isEmpty() ? drawn : new LoggedTimes(workload, system, drawn);
  }

  @Override
  public long of(Task task, Machine machine, int pState) {
    RecordedTime known = workload.recorded().get(task.id());
    if (known == null) {
      return drawn.of(task, machine, pState);
    }
    MachineType there = system.machineTypes().get(machineType(task.asked(), known));
    double factor =
        factor(machine.type())
            / factor(there)
            * (ownMean(task, machine.type(), pState)
                / ownMean(task.asked(), there, known.pState()));
    return Math.max(Math.min(1, known.ticks()), Math.round(known.ticks() * factor));
  }

  /** How many times longer tasks take than on the machine type that a type is like. */
  private static double factor(MachineType type) {
    return type.like().map(MachineType.Like::factor).orElse(1.0);
  }

  /** The mean of the PET on a machine type, or on the one that it is like. */
  private double ownMean(Task task, MachineType type, int pState) {
    int own =
        type.like()
            .map(like -> machineTypes.getOrDefault(like.machineType(), type.id()))
            .orElse(type.id());
    return system.pet().get(task.type(), own, pState).mean();
  }

  private int machineType(Task task, RecordedTime known) {
    Integer named = machineTypes.get(known.machineType());
    return named == null ? first(task, known) : named;
  }

  private int first(Task task, RecordedTime known) {
    return IntStream.range(0, system.machineTypes().size())
        .filter(type -> known.isScalable(system.pet(), task.type(), type))
        .findFirst()
        .orElseThrow();
  }

  /** What is recorded and what is not, and how it fits the PET, for notes. */
  public static String words(Workload workload, HcSystem system) {
    LoggedTimes times = new LoggedTimes(workload, system, (task, machine, pState) -> 0);
    long longer = 0;
    List<String> taken = new ArrayList<>();
    for (Map.Entry<Integer, RecordedTime> entry : workload.recorded().entrySet()) {
      Task task = workload.tasks().get(entry.getKey());
      RecordedTime known = entry.getValue();
      int type = times.machineType(task, known);
      longer += known.ticks() > latest(system, task, type, known) ? 1 : 0;
      String name = system.machineTypes().get(type).name();
      if (known.machineType().isEmpty() && !taken.contains(name)) {
        taken.add(name);
      }
    }
    int all = workload.size();
    int recorded = workload.recorded().size();
    return "tasks take what they took when recorded"
        + (recorded == all
            ? ""
            : ", but %s of %s drawn from the PET".formatted(all - recorded, all))
        + (taken.isEmpty()
            ? ""
            : "; the file names no machine type, so the times are those of "
                + String.join(", ", taken.stream().sorted().toList()))
        + (longer == 0 ? "" : "; %s took longer than the PET has for their type".formatted(longer));
  }

  private static long latest(HcSystem system, Task task, int type, RecordedTime known) {
    return system.pet().get(task.type(), type, known.pState()).latest();
  }
}
