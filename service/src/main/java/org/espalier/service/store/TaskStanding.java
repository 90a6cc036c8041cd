package org.espalier.service.store;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.live.TaskState;
import org.espalier.workload.document.Names;

/**
 * One word for where a task stands, finer than its state. It is the state of a task that has not
 * left, and the fate of one that has. One index on it serves queries by state and by fate.
 */
final class TaskStanding {
  /** The words of tasks that have not left. */
  static final List<String> UNFINISHED =
      Arrays.stream(TaskState.values()).filter(s -> !s.isFinal()).map(Names::word).toList();

  private TaskStanding() {}

  static String of(LiveTask task) {
    return task.ending().map(e -> Names.word(e.fate())).orElseGet(() -> Names.word(task.state()));
  }

  /** The standings of the tasks that a query wants. */
  static List<String> wanted(TaskQuery query) {
    Stream<String> unfinished =
        Arrays.stream(TaskState.values())
            .filter(s -> !s.isFinal() && query.fates().isEmpty() && query.states().contains(s))
            .map(Names::word);
    Stream<String> finished =
        Arrays.stream(Fate.values())
            .filter(fate -> query.fates().isEmpty() || query.fates().contains(fate))
            .filter(fate -> query.states().isEmpty() || query.states().contains(TaskState.of(fate)))
            .map(Names::word);
    return Stream.concat(unfinished, finished).toList();
  }
}
