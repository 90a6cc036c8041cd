package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.HistogramLearning;
import org.espalier.service.learning.Learning;
import org.espalier.service.learning.Publishing;
import org.espalier.service.live.LearningView;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.junit.jupiter.api.Test;

/** What completions teach reaches the policies, and outlives the scheduler. */
class LearningSchedulerTest {
  private static final Publishing SETTINGS = new Publishing(1, 0, 0.001);

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);

  private LiveScheduler start() {
    return start("PAM");
  }

  private LiveScheduler start(String policy) {
    return start(policy, state -> HistogramLearning.of(SETTINGS, LiveFixtures.system(), state));
  }

  private LiveScheduler start(String policy, Function<String, Learning> learning) {
    return LiveFixtures.turned(
        time,
        cluster,
        store,
        LiveFixtures.settings(LiveFixtures.policies(), policy, 20, false),
        learning);
  }

  private void run(LiveScheduler scheduler, int tasks, String exit) {
    run(scheduler, tasks, Map.of("ms", "100", "exit", exit), Duration.ofSeconds(60));
  }

  private void run(
      LiveScheduler scheduler, int tasks, Map<String, String> parameters, Duration deadline) {
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(deadline));
    List<Long> ids =
        scheduler.submit(Collections.nCopies(tasks, request)).stream()
            .map(accepted -> accepted.task().id())
            .toList();
    assertThat(
            time.turnUntil(
                Duration.ofSeconds(20),
                () ->
                    ids.stream()
                        .allMatch(id -> scheduler.task(id).orElseThrow().state().isFinal())))
        .isTrue();
  }

  private static double believedMean(LiveScheduler scheduler) {
    return scheduler.system().pet().get(0, 0, 0).mean();
  }

  @Test
  void policiesBelieveWhatWasLearnedAlsoAfterARestart() {
    double learned;
    LearningView view;
    try (LiveScheduler scheduler = start()) {
      assertThat(believedMean(scheduler)).isEqualTo(50);
      run(scheduler, 8, "0");
      view = scheduler.learning();
      learned = believedMean(scheduler);
    }
    assertThat(view.cells().getFirst().completions()).isEqualTo(8);
    assertThat(view.calibration()).hasSize(1);
    assertThat(view.calibration().getFirst().tasks()).isEqualTo(8);
    assertThat(learned).isBetween(55.0, 75.0);

    try (LiveScheduler scheduler = start()) {
      assertThat(scheduler.learning().cells().getFirst().completions()).isEqualTo(8);
      run(scheduler, 1, "1");
      assertThat(scheduler.learning().cells().getFirst().completions()).isEqualTo(8);
      assertThat(believedMean(scheduler)).isEqualTo(learned);
    }
  }

  /** Far fewer than are published. */
  @Test
  void anOrderlyStopLosesNothingOfWhatWasLearned() {
    Function<String, Learning> usual = state -> HistogramLearning.of(LiveFixtures.system(), state);
    LearningView view;
    try (LiveScheduler scheduler = start("PAM", usual)) {
      run(scheduler, 3, "0");
      view = scheduler.learning();
    }
    assertThat(view.cells().getFirst().completions()).isEqualTo(3);
    try (LiveScheduler scheduler = start("PAM", usual)) {
      assertThat(scheduler.learning()).isEqualTo(view);
    }
  }

  /** What is learned is stored every ten seconds. */
  @Test
  void aCrashLosesTenSecondsAtMost() {
    LiveScheduler scheduler = start();
    run(scheduler, 3, "0");
    time.turn(Duration.ofSeconds(10));
    LearningView stored = scheduler.learning();
    run(scheduler, 2, "0");
    assertThat(scheduler.learning()).isNotEqualTo(stored);

    cluster.forsake(); // it is not closed

    try (LiveScheduler next = start()) {
      assertThat(next.learning()).isEqualTo(stored);
      assertThat(stored.cells().getFirst().completions()).isEqualTo(3);
    }
  }

  @Test
  void tasksThatAreStoppedTeachThatTheyTakeLonger() {
    try (LiveScheduler scheduler = start("MM")) {
      for (int i = 0; i < 10; i++) {
        run(scheduler, 2, Map.of("ms", "60000"), Duration.ofMillis(100));
      }
      assertThat(scheduler.learning().cells().getFirst().completions()).isZero();
      assertThat(believedMean(scheduler)).isBetween(58.0, 120.0);
    }
  }
}
