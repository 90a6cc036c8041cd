package org.espalier.simulator.bound;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.espalier.core.model.Task;

/**
 * Tasks of one type that are worth the same, with the same time from arrival to deadline.
 *
 * @param type index of the task type
 * @param length time from arrival to deadline, in ticks
 * @param worth of one of them on time
 * @param count how many there are; a mean number need not be whole
 */
record TaskClass(int type, long length, double worth, double count) {
  /** The classes of some tasks, by type, then by length, then by worth. */
  public static List<TaskClass> of(List<Task> tasks, ToDoubleFunction<Task> worth) {
    Map<TaskClass, Integer> counts = new LinkedHashMap<>();
    for (Task task : tasks) {
      long length = task.deadline() - task.arrival();
      counts.merge(
          new TaskClass(task.type(), length, worth.applyAsDouble(task), 1), 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .map(one ->
            new TaskClass(
                one.getKey().type(), one.getKey().length(), one.getKey().worth(), one.getValue()))
        .sorted(
            Comparator.comparingInt(TaskClass::type)
                .thenComparingLong(TaskClass::length)
                .thenComparingDouble(TaskClass::worth))
        .toList();
  }
}
