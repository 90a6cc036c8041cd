package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.store.Store;
import org.espalier.workload.document.Names;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a store says at the end, held against what clients and commands know. */
public final class Books {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Map<Long, LiveTask> tasks;
  private final List<JournalLine> journal;

  /** Those that a store keeps. */
  public Books(Store store) {
    this.tasks = all(store).stream().collect(Collectors.toMap(LiveTask::id, Function.identity()));
    this.journal = store.journal(0, Integer.MAX_VALUE);
  }

  private static List<LiveTask> all(Store store) {
    List<LiveTask> all = new ArrayList<>();
    OptionalLong before = OptionalLong.empty();
    for (boolean more = true; more; ) {
      List<LiveTask> page =
          store.list(
              new TaskQuery(
                  Set.of(),
                  Set.of(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  TaskQuery.Submitted.ANY,
                  before,
                  TaskQuery.MOST));
      all.addAll(page);
      more = page.size() == TaskQuery.MOST;
      before = page.isEmpty() ? before : OptionalLong.of(page.getLast().id());
    }
    return all;
  }

  Map<Long, LiveTask> tasks() {
    return tasks;
  }

  /** How many of the tasks there were are forgotten. */
  long forgotten() {
    return tasks.keySet().stream().mapToLong(id -> id + 1).max().orElse(0) - tasks.size();
  }

  /** How often tasks ran again that were lost or had failed. */
  int retries() {
    return tasks.values().stream().mapToInt(LiveTask::retries).sum();
  }

  /** The tasks whose commands note when they begin and end. */
  List<LiveTask> noting() {
    return tasks.values().stream().filter(Books::isNoting).toList();
  }

  private static boolean isNoting(LiveTask task) {
    return task.submission().type().equals("noting");
  }

  /** Each task was accepted once under its name, and has left. */
  public void checkAcknowledged(Map<String, Long> idsByName) {
    assertThat(idsByName).isNotEmpty();
    Map<String, Long> count =
        tasks.values().stream()
            .collect(
                Collectors.groupingBy(
                    task -> task.submission().parameters().get("name"), Collectors.counting()));
    assertThat(count.values()).containsOnly(1L);
    idsByName.forEach((name, id) -> {
      assertThat(tasks.get(id)).as(name).isNotNull();
      assertThat(tasks.get(id).submission().parameters()).containsEntry("name", name);
    });
    assertThat(tasks.values()).allSatisfy(task -> assertThat(task.ending()).isPresent());
  }

  /**
   * Nothing ran twice that may not; what is on time has run.
   *
   * @param ran where all commands note their names but those that note more
   */
  void checkRuns(Path ran) throws IOException {
    Map<String, Long> runs =
        Files.readAllLines(ran).stream()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    runs.forEach((name, times) -> {
      if (name.startsWith("passing-")) {
        assertThat(times).as("runs of %s", name).isOne();
      }
    });
    for (LiveTask task : tasks.values().stream().filter(task -> !isNoting(task)).toList()) {
      long times = runs.getOrDefault(task.submission().parameters().get("name"), 0L);
      if (!task.submission().type().equals("again")) {
        assertThat(times).as("runs of %s", task).isLessThanOrEqualTo(1);
      }
      assertThat(times).as("runs of %s", task).isLessThanOrEqualTo(task.attempts());
      if (task.ending().orElseThrow().exitCode().equals(OptionalLong.of(0))) {
        assertThat(times).as("runs of %s", task).isPositive();
      }
    }
  }

  /** The journal tells of each task what the table does. */
  public void checkJournal() {
    assertThat(journal).isSortedAccordingTo((a, b) -> Long.compare(a.time(), b.time()));
    assertThat(journal.stream().map(JournalLine::sequence))
        .isSortedAccordingTo(Comparator.naturalOrder());
    List<JournalLine> whole = journal.stream().dropWhile(line -> !line.isBeginning()).toList();
    assertThat(journal.getLast().sequence() - whole.getFirst().sequence())
        .as("from the first beginning on there is all")
        .isEqualTo(whole.size() - 1L);
    Map<Long, List<JsonNode>> lines =
        journal.stream()
            .filter(line -> line.task() != JournalLine.NO_TASK)
            .collect(
                Collectors.groupingBy(
                    JournalLine::task,
                    Collectors.mapping(line -> MAPPER.readTree(line.json()), Collectors.toList())));
    assertThat(lines.keySet()).isEqualTo(tasks.keySet());
    tasks.values().forEach(task -> check(task, lines.get(task.id())));
  }

  private static void check(LiveTask task, List<JsonNode> lines) {
    assertThat(lines.getFirst().get("event").asString()).isEqualTo("arrived");
    JsonNode last = lines.getLast();
    assertThat(last.get("event").asString()).as(task.toString()).isIn("left", "left-unmanaged");
    assertThat(last.get("fate").asString())
        .isEqualTo(Names.word(task.ending().orElseThrow().fate()));
    assertThat(count("arrived", lines)).isOne();
    assertThat(count("left", lines) + count("left-unmanaged", lines)).isOne();
    assertThat(count("started", lines)).isEqualTo(task.attempts());
  }

  private static long count(String event, List<JsonNode> lines) {
    return lines.stream().filter(line -> line.get("event").asString().equals(event)).count();
  }
}
