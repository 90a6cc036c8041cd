package org.espalier.service.scheduling;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskState;

/** The tasks that have not left, by id and by idempotency key. Used by one thread. */
final class TaskBook {
  private final Map<Integer, LiveTask> tasks = new HashMap<>();
  private final Map<String, Integer> keys = new HashMap<>();
  private int running;

  void put(LiveTask task) {
    LiveTask before;
    if (task.ending().isPresent()) {
      before = tasks.remove(task.id());
      task.submission().key().ifPresent(keys::remove);
    } else {
      before = tasks.put(task.id(), task);
      task.submission().key().ifPresent(key -> keys.put(key, task.id()));
      running += task.state() == TaskState.RUNNING ? 1 : 0;
    }
    running -= before != null && before.state() == TaskState.RUNNING ? 1 : 0;
  }

  /** How many there are. */
  int size() {
    return tasks.size();
  }

  Stream<LiveTask> all() {
    return tasks.values().stream();
  }

  /** How many of them run. */
  int running() {
    return running;
  }

  /**
   * A task that has not left.
   *
   * @throws IllegalStateException if there is none
   */
  LiveTask get(int id) {
    LiveTask task = tasks.get(id);
    if (task == null) {
      throw new IllegalStateException("task %s is not in the book".formatted(id));
    }
    return task;
  }

  Optional<LiveTask> find(int id) {
    return Optional.ofNullable(tasks.get(id));
  }

  Optional<LiveTask> byKey(String key) {
    return Optional.ofNullable(keys.get(key)).map(this::get);
  }
}
