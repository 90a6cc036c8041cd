package org.espalier.simulator.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.model.Task;

/**
 * Tasks of one type with the same time from arrival to deadline.
 *
 * @param type index of the task type
 * @param length time from arrival to deadline, in ticks
 * @param count how many there are; a mean number need not be whole
 */
record TaskClass(int type, long length, double count) {
  public TaskClass {
    if (type < 0 || length < 0 || !(count >= 0)) {
      throw new IllegalArgumentException(
          "%s tasks of type %s with %s ticks to their deadline; expected numbers from 0 on"
              .formatted(count, type, length));
    }
  }

  /** The classes of some tasks, by type and then by length. */
  public static List<TaskClass> of(List<Task> tasks) {
    Map<Integer, Map<Long, Integer>> counts = new TreeMap<>();
    for (Task task : tasks) {
      counts
          .computeIfAbsent(task.type(), type -> new TreeMap<>())
          .merge(task.deadline() - task.arrival(), 1, Integer::sum);
    }
    List<TaskClass> classes = new ArrayList<>();
    counts.forEach((type, lengths) ->
        lengths.forEach((length, count) -> classes.add(new TaskClass(type, length, count))));
    return classes;
  }
}
