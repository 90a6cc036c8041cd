package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.TaskType;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Run;
import org.espalier.service.live.Submission;
import org.espalier.workload.document.Names;

/**
 * Where tasks have a place in a system, found by the names that tasks are kept with. A system has
 * their types, and the machines on which they run. A task that was accepted under another
 * configuration may have no place.
 */
final class Places {
  private final HcSystem system;
  private final Map<String, Machine> machines = new HashMap<>();
  private final Map<String, Integer> types = new HashMap<>();
  private final Map<String, List<Placement>> placements = new HashMap<>();
  private final Function<Submission, String> rows;

  /**
   * Those of tasks that are kept with the names of types.
   *
   * @param rows the row of the PET that has the times of a task
   */
  Places(HcSystem system, Function<Submission, String> rows) {
    this.rows = rows;
    this.system = system;
    system.machines().forEach(machine -> machines.put(machine.name(), machine));
    for (Placement placement : system.placements()) {
      String machine = system.machines().get(placement.machine()).name();
      placements.computeIfAbsent(machine, _ -> new ArrayList<>()).add(placement);
    }
    for (TaskType type : system.taskTypes()) {
      types.put(type.name(), type.id());
    }
  }

  /** Index of the task type whose times a task has; empty if it is not configured. */
  Optional<Integer> type(Submission submission) {
    return Optional.ofNullable(types.get(rows.apply(submission)));
  }

  Optional<Machine> find(String machine) {
    return Optional.ofNullable(machines.get(machine));
  }

  /** There is no machine of a name any more. */
  static Refusal unknown(String machine) {
    return new Refusal(Reason.UNKNOWN, "machine %s is no longer configured".formatted(machine));
  }

  /** Where a task that has started runs; empty if there is no place for it. */
  Optional<Placement> placement(LiveTask task) {
    return task.run().filter(run -> missing(task).isEmpty()).map(this::placement);
  }

  private Placement placement(Run run) {
    return Objects.requireNonNull(placements.get(run.machine())).get(run.pState());
  }

  /** Why there is no place for a task; empty if there is one. */
  Optional<String> missing(LiveTask task) {
    String type = rows.apply(task.served());
    return types.containsKey(type)
        ? task.run().filter(Run::hasStarted).flatMap(run -> missing(type, run))
        : Optional.of("task type %s is not configured".formatted(task.submission().type()));
  }

  private Optional<String> missing(String type, Run run) {
    String name = run.machine();
    Machine machine = machines.get(name);
    if (machine == null) {
      return Optional.of("machine %s is not configured".formatted(name));
    }
    if (run.pState() >= machine.type().pStates().size()) {
      return Optional.of(
          "P-state %s of machine %s is not configured".formatted(run.pState(), name));
    }
    return system.pet().canRun(types.getOrDefault(type, 0), machine.type().id())
        ? Optional.empty()
        : Optional.of("machine %s no longer runs tasks of type %s".formatted(name, type));
  }

  /** Which tasks have no place, and what becomes of them; a line for all that are alike. */
  List<String> notices(Iterable<LiveTask> tasks) {
    Map<String, Integer> alike = new LinkedHashMap<>();
    for (LiveTask task : tasks) {
      boolean runs = task.run().filter(Run::hasStarted).isPresent();
      String form =
          runs
              ? "of type %s, running: %s; what runs does so to its end"
              : "of type %s, waiting: %s; configure that again, or cancel what waits";
      missing(task)
          .map(why -> form.formatted(task.submission().type(), why))
          .ifPresent(notice -> alike.merge(notice, 1, Integer::sum));
    }
    return alike.entrySet().stream()
        .map(notice -> Names.count(notice.getValue(), "task") + " " + notice.getKey())
        .toList();
  }
}
