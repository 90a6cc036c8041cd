package org.espalier.core.allocation;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;

/**
 * The tasks of a machine queue in their order, each with the P-state it is to run in. Immutable.
 */
final class QueuedTasks {
  static final QueuedTasks NONE = new QueuedTasks(new Task[0], new int[0]);

  private final Task[] tasks;
  private final int[] pStates;

  private QueuedTasks(Task[] tasks, int[] pStates) {
    this.tasks = tasks;
    this.pStates = pStates;
  }

  int size() {
    return tasks.length;
  }

  Task task(int position) {
    return tasks[position];
  }

  int pState(int position) {
    return pStates[position];
  }

  List<Task> asList() {
    return List.of(tasks);
  }

  /** Position of the task of an id, or -1. */
  int positionOf(int taskId) {
    for (int i = 0; i < tasks.length; i++) {
      if (tasks[i].id() == taskId) {
        return i;
      }
    }
    return -1;
  }

  /** The earliest deadline from a position on; {@link TimeSpan#NEVER} if there is none. */
  long earliestDeadline(int from) {
    long earliest = TimeSpan.NEVER;
    for (int i = from; i < tasks.length; i++) {
      earliest = Math.min(earliest, tasks[i].deadline());
    }
    return earliest;
  }

  /** With one more at the end. */
  QueuedTasks with(Task task, int pState) {
    int size = tasks.length;
    Task[] more = Arrays.copyOf(tasks, size + 1);
    int[] morePStates = Arrays.copyOf(pStates, size + 1);
    more[size] = task;
    morePStates[size] = pState;
    return new QueuedTasks(more, morePStates);
  }

  /** The first of them only. */
  QueuedTasks first(int count) {
    return new QueuedTasks(Arrays.copyOf(tasks, count), Arrays.copyOf(pStates, count));
  }

  /** Without the one at a position. */
  QueuedTasks without(int position) {
    int size = tasks.length - 1;
    Task[] fewer = Arrays.copyOf(tasks, size);
    int[] fewerPStates = Arrays.copyOf(pStates, size);
    System.arraycopy(tasks, position + 1, fewer, position, size - position);
    System.arraycopy(pStates, position + 1, fewerPStates, position, size - position);
    return new QueuedTasks(fewer, fewerPStates);
  }
}
