package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.HistogramLearning;
import org.espalier.service.learning.Publishing;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.simulator.replay.JournalDriver;
import org.espalier.simulator.replay.RegisteredPolicies;
import org.espalier.workload.journal.JournalFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a journal whose old part was forgotten can be replayed. */
class RetentionTest {
  private static final Publishing EAGER = new Publishing(1, 0, 0);

  @TempDir private Path directory;
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private final Random random = new Random(1);
  private final List<Long> ids = new ArrayList<>();

  private void load(LiveScheduler scheduler) {
    for (int i = 0; i < 30; i++) {
      String millis = Integer.toString(30 + random.nextInt(60));
      Submission submission = new Submission("type-0", Map.of("ms", millis), Optional.empty());
      TaskRequest.In soon = new TaskRequest.In(Duration.ofMillis(100L + random.nextInt(300)));
      scheduler
          .submit(List.of(new TaskRequest(submission, soon)))
          .forEach(accepted -> ids.add(accepted.task().id()));
      time.turn(Duration.ofMillis(random.nextInt(25)));
    }
  }

  private void awaitEnds(LiveScheduler scheduler) {
    assertThat(
            time.turnUntil(
                Duration.ofSeconds(30),
                () ->
                    ids.stream()
                        .allMatch(id -> scheduler.task(id).orElseThrow().state().isFinal())))
        .isTrue();
  }

  /** A task that runs from the first chapter into the last one. */
  private void submitLong(LiveScheduler scheduler) {
    Submission submission = new Submission("type-0", Map.of("ms", "4000"), Optional.empty());
    TaskRequest.In later = new TaskRequest.In(Duration.ofSeconds(60));
    ids.add(scheduler.submit(List.of(new TaskRequest(submission, later))).getFirst().task().id());
  }

  @Test
  void theRestOfAJournalIsReplayable() throws Exception {
    try (Store store = Stores.open(directory.resolve("espalier.db").toString())) {
      List<JournalLine> all;
      try (LiveScheduler scheduler =
          LiveFixtures.turned(
              time,
              cluster,
              store,
              LiveFixtures.settings(LiveFixtures.policies(), "PAM", 1000, false),
              state -> HistogramLearning.of(EAGER, LiveFixtures.system(), state))) {
        submitLong(scheduler);
        load(scheduler);
        scheduler.beginJournalAnew();
        load(scheduler);
        scheduler.drain("machine-1");
        scheduler.beginJournalAnew();
        load(scheduler);
        scheduler.resume("machine-1");
        awaitEnds(scheduler);
        all = store.journal(0, Integer.MAX_VALUE);
      }
      List<JournalLine> beginnings = all.stream().filter(JournalLine::isBeginning).toList();
      assertThat(beginnings).hasSize(3);
      assertReplayable(all);

      JournalLine last = beginnings.getLast();
      assertThat(store.forget(last.time(), last.time())).isGreaterThan(30);

      List<JournalLine> left = store.journal(0, Integer.MAX_VALUE);
      assertThat(left.stream().filter(line -> line.sequence() < last.sequence()))
          .as("of tasks that were there")
          .isNotEmpty()
          .allMatch(line -> store.find(line.task()).isPresent());
      List<JournalLine> chapter = left.stream().dropWhile(line -> !line.isBeginning()).toList();
      assertThat(chapter)
          .isEqualTo(all.stream().filter(l -> l.sequence() >= last.sequence()).toList());
      assertReplayable(chapter);
    }
  }

  private void assertReplayable(List<JournalLine> lines) throws IOException {
    Path file = directory.resolve("journal.jsonl");
    Files.write(file, lines.stream().map(JournalLine::json).toList());
    List<Journal.Entry> journal = JournalFiles.read(file);
    assertThat(
            JournalDriver.run(journal, new RegisteredPolicies(PolicyRegistry.builtIn()))
                .difference())
        .isEmpty();
  }
}
