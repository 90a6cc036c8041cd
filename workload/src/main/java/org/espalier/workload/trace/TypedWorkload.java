package org.espalier.workload.trace;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Workload;

/**
 * A workload with the names of its task types and the length of its tick: all that its file says
 * without a system.
 *
 * @param taskTypes names of the task types, by id
 * @param tick what one tick is
 */
public record TypedWorkload(Workload workload, List<String> taskTypes, Duration tick) {
  public TypedWorkload {
    taskTypes = List.copyOf(taskTypes);
  }

  /** The same where times of which no machine type is known were recorded on one. */
  public TypedWorkload recordedOn(String machineType) {
    Map<Integer, RecordedTime> times = new HashMap<>();
    workload
        .recorded()
        .forEach((task, time) ->
            times.put(
                task,
                time.machineType().isEmpty()
                    ? new RecordedTime(time.ticks(), machineType, time.pState())
                    : time));
    return new TypedWorkload(
        new Workload(workload.name(), workload.tasks(), times), taskTypes, tick);
  }

  /** A workload of a system. */
  public static TypedWorkload of(Workload workload, HcSystem system) {
    List<String> names = system.taskTypes().stream().map(TaskType::name).toList();
    return new TypedWorkload(workload, names, system.tick());
  }
}
