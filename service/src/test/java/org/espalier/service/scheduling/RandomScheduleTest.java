package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.Books;
import org.espalier.service.live.JournalLine;
import org.espalier.simulator.replay.JournalDriver;
import org.espalier.simulator.replay.RegisteredPolicies;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.journal.JournalFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever happens to a live service, and in whatever order, nothing that was accepted is lost and
 * the journal replays to the same decisions. The seed of a schedule that fails plays it again.
 */
class RandomScheduleTest {
  private static final int SCHEDULES = 60;

  /** So many of them where only a sample is wanted. */
  private static final int DRAWN = 12;

  @TempDir private Path directory;

  static IntStream seeds() {
    return TestSample.of(DRAWN, SCHEDULES);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsLostAndTheJournalReplays(long seed) throws IOException {
    RandomSchedule schedule = new RandomSchedule(seed);
    schedule.play();

    Books books = new Books(schedule.store());
    books.checkAcknowledged(schedule.acknowledged());
    books.checkJournal();
    assertReplayable(schedule.store().journal(0, Integer.MAX_VALUE));
  }

  @Test
  void aSeedPlaysTheSameScheduleAgain() {
    RandomSchedule first = new RandomSchedule(7);
    RandomSchedule second = new RandomSchedule(7);
    first.play();
    second.play();

    assertThat(first.store().journal(0, Integer.MAX_VALUE))
        .hasSizeGreaterThan(100)
        .isEqualTo(second.store().journal(0, Integer.MAX_VALUE));
  }

  private void assertReplayable(List<JournalLine> lines) throws IOException {
    Path file = directory.resolve("journal.jsonl");
    Files.write(file, lines.stream().map(JournalLine::json).toList());
    assertThat(
            JournalDriver.run(
                    JournalFiles.read(file), new RegisteredPolicies(PolicyRegistry.builtIn()))
                .difference())
        .isEmpty();
  }
}
