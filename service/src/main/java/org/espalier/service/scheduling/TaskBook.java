package org.espalier.service.scheduling;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskState;

/** The tasks that have not left, by id and by idempotency key. Used by one thread. */
final class TaskBook {
  private final Map<Long, LiveTask> tasks = new HashMap<>();
  private final Map<String, Long> keys = new HashMap<>();
  private int running;

  /** How many tasks of each user wait to start. */
  private final Map<String, Integer> waiting = new HashMap<>();

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
    int more = (waits(task) ? 1 : 0) - (before != null && waits(before) ? 1 : 0);
    if (more != 0) {
      task.submission()
          .user()
          .ifPresent(user ->
              waiting.merge(user, more, (x, y) -> x + y == 0 ? null : Integer.valueOf(x + y)));
    }
  }

  private static boolean waits(LiveTask task) {
    return task.ending().isEmpty() && task.state() != TaskState.RUNNING;
  }

  /** How many tasks of each user wait to start, of those that have some. */
  Map<String, Integer> waiting() {
    return waiting;
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
  LiveTask get(long id) {
    LiveTask task = tasks.get(id);
    if (task == null) {
      throw new IllegalStateException("task %s is not in the book".formatted(id));
    }
    return task;
  }

  Optional<LiveTask> find(long id) {
    return Optional.ofNullable(tasks.get(id));
  }

  Optional<LiveTask> byKey(String key) {
    return Optional.ofNullable(keys.get(key)).map(this::get);
  }
}
