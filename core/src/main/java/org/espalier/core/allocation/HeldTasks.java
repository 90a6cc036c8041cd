package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;

/** The tasks that come back to the batch queue at a later time, few at most. */
final class HeldTasks {
  private final List<Journal.Held> tasks = new ArrayList<>();

  void add(Task task, long until) {
    tasks.add(new Journal.Held(task, until));
  }

  List<Journal.Held> all() {
    return List.copyOf(tasks);
  }

  int size() {
    return tasks.size();
  }

  boolean holds(int id) {
    return tasks.stream().anyMatch(held -> held.task().id() == id);
  }

  /** Takes out a task, if it is here. */
  Optional<Task> take(int id) {
    return take(held -> held.task().id() == id).stream().findFirst();
  }

  /** Takes out all whose time has come. */
  List<Task> takeDue(long now) {
    return take(held -> held.until() <= now);
  }

  /** Takes out all whose deadline has come. */
  List<Task> takeOverdue(long now) {
    return take(held -> held.task().deadline() <= now);
  }

  private List<Task> take(Predicate<Journal.Held> wanted) {
    if (tasks.isEmpty()) {
      return List.of();
    }
    List<Task> taken = tasks.stream().filter(wanted).map(Journal.Held::task).toList();
    tasks.removeIf(wanted);
    return taken;
  }

  /**
   * When the next of them comes back, or is overdue.
   *
   * @param hard whether deadlines are minded
   */
  long next(boolean hard) {
    long next = TimeSpan.NEVER;
    for (Journal.Held held : tasks) {
      next = Math.min(next, held.until());
      next = hard ? Math.min(next, held.task().deadline()) : next;
    }
    return next;
  }
}
