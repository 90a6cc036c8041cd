package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.service.live.Timeline;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wall clock is set, while the service runs and while it does not. */
class WallClockTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration HALF = Duration.ofMinutes(30);

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler = start();

  private LiveScheduler start() {
    return LiveFixtures.turned(
        time, cluster, store, LiveFixtures.settings(LiveFixtures.policies(), "MM", 1000, false));
  }

  private void startAgain() {
    scheduler.close();
    scheduler = start();
  }

  @AfterEach
  void stop() {
    scheduler.close();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  private LiveTask submit(String time, TaskRequest.Deadline deadline) {
    Submission submission = new Submission("type-0", Map.of("ms", time), Optional.empty());
    return scheduler.submit(List.of(new TaskRequest(submission, deadline))).getFirst().task();
  }

  private LiveTask task(LiveTask task) {
    return scheduler.task(task.id()).orElseThrow();
  }

  private TaskRequest.At in(Duration duration) {
    return new TaskRequest.At(time.instant().plus(duration));
  }

  /** How long there is until its deadline, by the wall clock. */
  private Duration left(LiveTask task) {
    return Duration.between(time.instant(), scheduler.timeline().instant(task(task).deadline()));
  }

  private void assertOnTime(LiveTask task) {
    assertThat(task(task).ending().orElseThrow().fate()).isEqualTo(Fate.ON_TIME);
  }

  @Test
  void aStartWithAFastClockShiftsNothing() {
    scheduler.close();
    time.setWallClock(HOUR);
    time.reboot();
    scheduler = start();
    submit("20", in(HALF));
    time.turn(Duration.ofSeconds(1));

    time.setWallClock(HOUR.negated());
    LiveTask later = submit("20", in(HALF));
    time.turn(Duration.ofSeconds(1));

    assertOnTime(later);
    assertThat(later.arrival()).isEqualTo(scheduler.timeline().ticks(time.instant()) - 1000);
    assertThat(scheduler.timeline().setting().times()).isOne();
    assertThat(scheduler.timeline().setting().step())
        .isCloseTo(HOUR.negated(), Duration.ofMillis(2));
  }

  @Test
  void aClockThatIsFastAtOneStartOnlyShiftsNothing() {
    time.setWallClock(HOUR);
    startAgain();
    time.turn(Duration.ofSeconds(1));
    time.setWallClock(HOUR.negated());
    startAgain();

    LiveTask later = submit("20", in(HALF));
    assertThat(left(later)).isCloseTo(HALF, Duration.ofMillis(2));
    time.turn(Duration.ofSeconds(1));
    assertOnTime(later);
  }

  @Test
  void aPointInTimeStaysOneAndATimeSpanToo() {
    drainAll();
    LiveTask point = submit("20", in(HOUR.multipliedBy(2)));
    LiveTask span = submit("20", new TaskRequest.In(HALF));

    time.setWallClock(HOUR);
    time.turn(Duration.ofSeconds(1));

    assertThat(left(point)).isCloseTo(HOUR, Duration.ofSeconds(2));
    assertThat(task(span).deadline()).isEqualTo(span.deadline());

    time.setWallClock(HOUR);
    time.turn(Duration.ofSeconds(1));
    assertThat(task(point).ending().orElseThrow().fate()).isEqualTo(Fate.EXPIRED_IN_BATCH);
    assertThat(task(span).state()).isEqualTo(TaskState.QUEUED);
    time.turn(HALF);
    assertThat(task(span).ending().orElseThrow().time()).isCloseTo(span.deadline(), within(1L));
  }

  @Test
  void whatRunsAndIsDueAtAPointInTimeIsStoppedThen() {
    LiveTask running = submit(ScriptedCluster.ENDLESS, in(HOUR.multipliedBy(2)));
    long start = task(running).run().orElseThrow().start();
    time.setWallClock(HOUR);
    time.turn(HOUR);

    LiveTask evicted = task(running);
    assertThat(evicted.ending().orElseThrow().fate()).isEqualTo(Fate.EVICTED);
    assertThat(evicted.ending().orElseThrow().time() - start)
        .isCloseTo(HOUR.toMillis(), within(2L));
    assertThat(evicted.attempts()).isOne();
  }

  /** Where it is on another computer, which keeps its deadline by itself. */
  @Test
  void whoRunsItIsToldHowMuchTimeIsLeftThen() {
    cluster.tellLater();
    LiveTask running = submit(ScriptedCluster.ENDLESS, in(HOUR));
    LaunchId launch = LaunchId.of(task(running));
    assertThat(cluster.left(launch)).isEmpty();

    time.setWallClock(HOUR.negated());
    time.turn(Duration.ofSeconds(1));

    assertThat(cluster.left(launch).orElseThrow())
        .isCloseTo(HOUR.multipliedBy(2), Duration.ofSeconds(2));
    assertThat(cluster.running()).containsExactly(launch);
  }

  private void drainAll() {
    scheduler.drain("machine-0");
    scheduler.drain("machine-1");
  }

  @Test
  void ticksGoOnWhileTheServiceIsDownWhateverTheClockShows() {
    drainAll();
    LiveTask span = submit("20", new TaskRequest.In(HALF));
    scheduler.close();
    time.driveNothing();
    time.turn(Duration.ofMinutes(10));
    time.setWallClock(HOUR.multipliedBy(5));

    scheduler = start();

    assertThat(scheduler.now() - span.arrival())
        .isCloseTo(Duration.ofMinutes(10).toMillis(), within(2L));
    assertThat(task(span).state()).isEqualTo(TaskState.QUEUED);
    assertThat(scheduler.timeline().instant(scheduler.now()))
        .isCloseTo(time.instant(), within(2, ChronoUnit.MILLIS));
  }

  @Test
  void overABootTheWallClockSaysHowMuchTimeHasPassed() {
    drainAll();
    LiveTask span = submit("20", new TaskRequest.In(HALF));
    scheduler.close();
    time.driveNothing();
    time.reboot();
    time.turn(Duration.ofMinutes(10));

    scheduler = start();

    assertThat(scheduler.now() - span.arrival())
        .isCloseTo(Duration.ofMinutes(10).toMillis(), within(2L));
    assertThat(scheduler.timeline().setting()).isEqualTo(Timeline.Setting.NONE);
  }

  @Test
  void pastTimesAreToldByTheClockAsItIsSetNow() {
    Instant before = time.instant();
    LiveTask first = submit("20", new TaskRequest.In(HALF));
    time.turn(Duration.ofSeconds(10));
    time.setWallClock(HOUR);
    time.turn(Duration.ofSeconds(10));
    startAgain();

    Timeline timeline = scheduler.timeline();
    Instant now = before.plus(HOUR);
    assertThat(timeline.instant(first.arrival())).isCloseTo(now, within(2, ChronoUnit.MILLIS));
    assertThat(timeline.ticks(now)).isCloseTo(first.arrival(), within(2L));
    assertThat(timeline.setting().times()).isOne();
    assertThat(timeline.setting().from()).isCloseTo(first.arrival() + 10_000, within(2L));
    assertThat(timeline.instant(timeline.ticks(time.instant())))
        .isCloseTo(time.instant(), within(2, ChronoUnit.MILLIS));
  }

  @Test
  void aClockThatIsKeptRightIsNotSet() {
    for (int i = 0; i < 20; i++) {
      time.setWallClock(Duration.ofMillis(i % 2 == 0 ? 30 : -30));
      time.turn(Duration.ofSeconds(1));
    }
    assertThat(scheduler.timeline().setting()).isEqualTo(Timeline.Setting.NONE);
    assertThat(
            store.journal(0, Integer.MAX_VALUE).stream()
                .map(JournalLine::json)
                .filter(json -> json.contains("\"began\""))
                .collect(Collectors.toList()))
        .hasSize(1);
  }
}
