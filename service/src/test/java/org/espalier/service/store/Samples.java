package org.espalier.service.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Ending;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskQuery;

/** Tasks and journal entries for tests. */
final class Samples {
  private Samples() {}

  static LiveTask queued(long id) {
    return queued(id, "encode", Map.of("file", "film-" + id + ".mkv"), Optional.of("key-" + id));
  }

  static LiveTask queued(
      long id, String type, Map<String, String> parameters, Optional<String> key) {
    return LiveTask.queued(id, new Submission(type, parameters, key), 10L * id, 10L * id + 1000);
  }

  static LiveTask ended(LiveTask task, Fate fate, long time) {
    return task.ended(new Ending(time, fate, OptionalInt.empty(), ""));
  }

  static LiveTask on(LiveTask task, String machine) {
    return task.assigned(machine, 0, 0.75);
  }

  static JournalLine line(long sequence, long time, long task) {
    String json = "{\"event\":\"arrived\",\"time\":%d,\"task\":{\"id\":%d}}".formatted(time, task);
    return new JournalLine(sequence, time, task, json);
  }

  static JournalLine held(long sequence, long time) {
    return new JournalLine(
        sequence,
        time,
        JournalLine.NO_TASK,
        "{\"event\":\"held\",\"time\":%d,\"unmapped\":3,\"misses\":0}".formatted(time));
  }

  static JournalLine began(long sequence, long time) {
    String json = "{\"event\":\"began\",\"time\":%d}".formatted(time);
    return new JournalLine(sequence, time, JournalLine.NO_TASK, json);
  }

  static Store.Change change(List<LiveTask> tasks, List<JournalLine> journal) {
    return new Store.Change(tasks, journal, Map.of());
  }

  static Store.Change tasks(LiveTask... tasks) {
    return change(List.of(tasks), List.of());
  }

  /** A query for the latest tasks. */
  static TaskQuery latest(int limit) {
    return new TaskQuery(
        Set.of(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        TaskQuery.Submitted.ANY,
        OptionalLong.empty(),
        limit);
  }

  /** The n-th change of a busy service: 20 new tasks, three entries for each, and a fact. */
  static Store.Change busy(int n) {
    return new Store.Change(
        IntStream.range(20 * n, 20 * n + 20).mapToObj(Samples::queued).toList(),
        IntStream.range(60 * n, 60 * n + 60).mapToObj(i -> line(i + 1, n, i / 3)).toList(),
        Map.of("change", Integer.toString(n)));
  }
}
