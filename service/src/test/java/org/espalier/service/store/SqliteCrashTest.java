package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.espalier.service.ServiceJvm;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that commits is killed at random moments; what it had told is all there. */
class SqliteCrashTest {
  private static final int KILLS = TestSample.isFull() ? 5 : 2;

  @TempDir private Path directory;

  @Test
  void everyAcknowledgedChangeSurvivesAKill() throws Exception {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
    Path file = directory.resolve("espalier.db");
    int next = 0;
    for (int i = 0; i < KILLS; i++) {
      int told = committedUntilKilled(file, next, 3 + random.nextInt(40), random.nextInt(20));
      next = checked(file, told);
    }
  }

  /** The last change that the process told of before it was killed. */
  private static int committedUntilKilled(Path file, int first, int changes, int delay)
      throws IOException, InterruptedException {
    Process process = start(file, first);
    try (BufferedReader out = process.inputReader()) {
      String enough = CommittingProcess.DURABLE + (first + changes - 1);
      assertThat(out.lines().anyMatch(enough::equals)).isTrue();
      Thread.sleep(delay);
      process.toHandle().destroyForcibly();
      return out.lines()
          .filter(line -> line.startsWith(CommittingProcess.DURABLE))
          .mapToInt(line -> Integer.parseInt(line.substring(CommittingProcess.DURABLE.length())))
          .max()
          .orElse(first + changes - 1);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static Process start(Path file, int first) throws IOException {
    return new ProcessBuilder(
            ServiceJvm.get()
                .command(
                    CommittingProcess.class.getName(), file.toString(), Integer.toString(first)))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** All changes up to the one told are whole, at most one more, and nothing else. */
  static int checked(Path file, int told) {
    try (Store store = Stores.open(file.toString())) {
      Store.Resumption resumption = store.resume();
      int last = Integer.parseInt(resumption.facts().get("change"));
      assertThat(last).isBetween(told, told + 1);
      assertThat(resumption.nextTask()).isEqualTo(20L * (last + 1));
      assertThat(resumption.lastSequence()).isEqualTo(60L * (last + 1));
      List<LiveTask> tasks = resumption.unfinished();
      List<JournalLine> journal = store.journal(0, Integer.MAX_VALUE);
      for (int n = 0; n <= last; n++) {
        assertThat(tasks.subList(20 * n, 20 * n + 20)).isEqualTo(Samples.busy(n).tasks());
        assertThat(journal.subList(60 * n, 60 * n + 60)).isEqualTo(Samples.busy(n).journal());
      }
      assertThat(tasks).hasSize(20 * (last + 1));
      assertThat(journal).hasSize(60 * (last + 1));
      return last + 1;
    }
  }
}
