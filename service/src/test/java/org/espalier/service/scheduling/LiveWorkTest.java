package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a live run takes, counted in commits and lines of the journal, and not in time. A change
 * that makes it take less sets the numbers anew; one that makes it take more needs a reason.
 */
class LiveWorkTest {
  private static final int BATCHES = 100;
  private static final int TASKS_OF_EACH = 5;

  /** By policy: commits and journal lines of 500 tasks at twice the load of two machines. */
  @ParameterizedTest
  @CsvSource({"PAM, 343, 2143", "JIT, 359, 2138"})
  void eachTaskTakesTheCommitsItTook(String policy, int commits, int lines) {
    MemoryStore store = new MemoryStore();
    ManualTime time = new ManualTime();
    ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
    try (LiveScheduler scheduler =
        LiveFixtures.turned(
            time,
            cluster,
            store,
            LiveFixtures.settings(LiveFixtures.policies(), policy, 1000, false))) {
      for (int batch = 0; batch < BATCHES; batch++) {
        scheduler.submit(IntStream.range(0, TASKS_OF_EACH).mapToObj(LiveWorkTest::task).toList());
        time.turn(Duration.ofMillis(60));
      }
      time.turn(Duration.ofSeconds(1));
      assertThat(scheduler.overview().unmapped()).isZero();
    }
    List<Integer> counts = List.of(store.commits(), store.journal(0, Integer.MAX_VALUE).size());
    assertThat(counts).as(policy).containsExactly(commits, lines);
    assertThat(cluster.violations()).isEmpty();
  }

  private static TaskRequest task(int number) {
    Map<String, String> parameters = Map.of("ms", String.valueOf(40 + number % 3 * 10));
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    return new TaskRequest(submission, new TaskRequest.In(Duration.ofMillis(200 + 40 * number)));
  }
}
