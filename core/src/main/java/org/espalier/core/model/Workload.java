package org.espalier.core.model;

import java.util.List;
import java.util.Map;

/**
 * A workload: the tasks that arrive in one trial, in arrival order.
 *
 * @param name what users call it, for example a file name
 * @param tasks the tasks; the id of each is its index, and arrivals never decrease
 * @param recorded what tasks took when they were recorded, by id; no policy sees it
 */
public record Workload(String name, List<Task> tasks, Map<Integer, RecordedTime> recorded) {
  /** A workload of which no execution times are known. */
  public Workload(String name, List<Task> tasks) {
    this(name, tasks, Map.of());
  }

  public Workload {
    tasks = List.copyOf(tasks);
    recorded = Map.copyOf(recorded);
    long previous = Long.MIN_VALUE;
    for (int i = 0; i < tasks.size(); i++) {
      Task task = tasks.get(i);
      checkPlace(name, task, i, previous);
      previous = task.arrival();
    }
  }

  private static void checkPlace(String name, Task task, int index, long previousArrival) {
    if (task.id() != index) {
      throw new IllegalArgumentException(
          "workload %s: task at index %s has id %s; ids must be the index"
              .formatted(name, index, task.id()));
    }
    if (task.arrival() < previousArrival) {
      throw new IllegalArgumentException(
          "workload %s: task %s arrives at %s, before its predecessor at %s; sort by arrival"
              .formatted(name, index, task.arrival(), previousArrival));
    }
  }

  /** Number of tasks. */
  public int size() {
    return tasks.size();
  }
}
