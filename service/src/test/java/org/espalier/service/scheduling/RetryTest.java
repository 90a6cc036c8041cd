package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks start again as often as their type says, after its delay, and no oftener. */
class RetryTest {
  private static final Duration DELAY = Duration.ofSeconds(10);
  private static final Retry TWICE =
      new Retry(2, DELAY, Set.of(Retry.Cause.LOST, Retry.Cause.FAILED));

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler = start(TWICE);

  private LiveScheduler start(Retry retry) {
    SchedulerSettings settings =
        new SchedulerSettings(
            LiveFixtures.system(),
            PolicySettings.JOURNAL.rules(),
            LiveFixtures.policies(),
            "MM",
            new LiveFixtures.TimedCommands(type -> retry),
            20,
            2000);
    return LiveFixtures.turned(time, cluster, store, settings);
  }

  private void startWith(Retry retry) {
    scheduler.close();
    time.driveNothing();
    scheduler = start(retry);
    time.turn(Duration.ofMillis(1));
  }

  @AfterEach
  void stop() {
    scheduler.close();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    assertThat(cluster.violations()).isEmpty();
  }

  private long submit(Duration deadline) {
    Map<String, String> parameters = Map.of("ms", ScriptedCluster.ENDLESS);
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(deadline));
    long id = scheduler.submit(List.of(request)).getFirst().task().id();
    time.turn(Duration.ofMillis(1));
    return id;
  }

  private LiveTask task(long id) {
    return scheduler.task(id).orElseThrow();
  }

  private void exit(long id, int status) {
    time.turn(Duration.ofMillis(20));
    cluster.exit(new LaunchId(id, task(id).attempts()), status);
    time.turn(Duration.ofMillis(1));
  }

  private Ending ending(long id) {
    return task(id).ending().orElseThrow();
  }

  @Test
  void whatFailedStartsAgainWhenItsDelayIsOver() {
    long id = submit(Duration.ofMinutes(5));
    exit(id, 3);

    assertThat(task(id).state()).isEqualTo(TaskState.QUEUED);
    assertThat(task(id).retries()).isOne();
    assertThat(task(id).heldUntil()).isPresent();
    assertThat(scheduler.waiting(id).orElseThrow().reason()).isEqualTo(WaitReasons.BEFORE_RETRY);
    assertThat(scheduler.overview().unmapped()).isOne();
    time.turn(DELAY.minusMillis(5));
    assertThat(cluster.begun()).hasSize(1);
    time.turn(Duration.ofMillis(10));
    assertThat(cluster.begun()).hasSize(2);
    assertThat(task(id).heldUntil()).isEmpty();
    exit(id, 0);

    assertThat(ending(id).fate()).isEqualTo(Fate.ON_TIME);
    assertThat(task(id).attempts()).isEqualTo(2);
  }

  @Test
  void itStartsAgainSoOftenAndNoOftener() {
    long id = submit(Duration.ofMinutes(5));
    for (int i = 0; i < 3; i++) {
      exit(id, 3 + i);
      time.turn(DELAY.plusMillis(5));
    }

    assertThat(ending(id).fate()).isEqualTo(Fate.FAILED);
    assertThat(ending(id).exitCode()).isEqualTo(OptionalInt.of(5));
    assertThat(task(id).attempts()).isEqualTo(3);
    assertThat(task(id).retries()).isEqualTo(2);
    assertThat(scheduler.metrics())
        .contains("espalier_task_type_repeated_total{task_type=\"type-0\"} 2.0");
    assertThat(cluster.begun()).hasSize(3);
  }

  @Test
  void whatCouldNotStartAgainBeforeItsDeadlineHasFailed() {
    long id = submit(Duration.ofSeconds(5));
    exit(id, 3);

    assertThat(ending(id).fate()).isEqualTo(Fate.FAILED);
    assertThat(ending(id).exitCode()).isEqualTo(OptionalInt.of(3));
    assertThat(task(id).retries()).isZero();
  }

  /** The wall clock is set forward while it waits. */
  @Test
  void itsDeadlineHoldsWhileItIsHeldBack() {
    Instant due = time.instant().plusSeconds(60);
    Submission submission =
        new Submission("type-0", Map.of("ms", ScriptedCluster.ENDLESS), Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.At(due));
    long id = scheduler.submit(List.of(request)).getFirst().task().id();
    time.turn(Duration.ofMillis(1));
    exit(id, 3);
    assertThat(task(id).heldUntil()).isPresent();

    time.setWallClock(Duration.ofSeconds(55));
    time.turn(Duration.ofSeconds(20));

    assertThat(ending(id).fate()).isEqualTo(Fate.EXPIRED_IN_BATCH);
    assertThat(cluster.begun()).hasSize(1);
    assertThat(scheduler.overview().unmapped()).isZero();
  }

  @Test
  void itIsHeldBackAfterARestartToo() {
    long id = submit(Duration.ofMinutes(5));
    exit(id, 3);
    OptionalLong until = task(id).heldUntil();
    time.turn(Duration.ofSeconds(3));

    startWith(TWICE);

    assertThat(task(id).heldUntil()).isEqualTo(until);
    assertThat(task(id).retries()).isOne();
    time.turn(Duration.ofMillis(6900));
    assertThat(cluster.begun()).hasSize(1);
    time.turn(Duration.ofMillis(200));
    assertThat(cluster.begun()).hasSize(2);
    exit(id, 0);
    assertThat(ending(id).fate()).isEqualTo(Fate.ON_TIME);
  }

  @Test
  void whatIsHeldBackCanBeTakenBack() {
    long id = submit(Duration.ofMinutes(5));
    exit(id, 3);

    assertThat(scheduler.cancel(id).state()).isEqualTo(TaskState.CANCELLED);

    time.turn(DELAY.plusSeconds(1));
    assertThat(cluster.begun()).hasSize(1);
  }

  @Test
  void whatIsLostIsCountedAndHeldBackToo() {
    long id = submit(Duration.ofMinutes(5));
    for (int i = 1; i <= 2; i++) {
      scheduler.close();
      time.driveNothing();
      cluster.reboot();
      scheduler = start(TWICE);
      time.turn(Duration.ofMillis(1));
      assertThat(task(id).retries()).isEqualTo(i);
      assertThat(task(id).state()).isEqualTo(TaskState.QUEUED);
      time.turn(DELAY.plusMillis(5));
      assertThat(task(id).state()).isEqualTo(TaskState.RUNNING);
    }
    cluster.reboot();
    startWith(TWICE);

    assertThat(ending(id).fate()).isEqualTo(Fate.FAILED);
  }

  @Test
  void whatFailedDoesNotStartAgainWhereOnlyWhatIsLostMay() {
    startWith(Retry.WHENEVER_LOST);
    long id = submit(Duration.ofMinutes(5));
    exit(id, 3);

    assertThat(ending(id).fate()).isEqualTo(Fate.FAILED);
    assertThat(task(id).retries()).isZero();
  }
}
