package org.espalier.core.model;

/**
 * A task: one piece of work of a known type that arrives at a known time and is worth doing until
 * its deadline.
 *
 * @param id dense index in arrival order, unique in its workload
 * @param type index of its {@link TaskType}
 * @param arrival arrival time in ticks
 * @param deadline deadline in ticks; a task is on time if it finishes at or before it
 */
public record Task(int id, int type, long arrival, long deadline) {
  public Task {
    Checks.id(id, "task");
    Checks.id(type, "type of task");
    if (deadline < arrival) {
      throw new IllegalArgumentException(
          "task %d: deadline %d is before its arrival %d; a deadline must not precede the arrival"
              .formatted(id, deadline, arrival));
    }
  }
}
