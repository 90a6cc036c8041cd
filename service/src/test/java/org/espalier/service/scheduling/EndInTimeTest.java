package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a command ended decides what became of its task, not when the service hears of it. */
class EndInTimeTest {
  private static final Duration DEADLINE = Duration.ofMillis(500);

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler = start();

  private LiveScheduler start() {
    return LiveFixtures.turned(
        time, cluster, store, LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false));
  }

  @AfterEach
  void stop() {
    scheduler.close();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  private LiveTask submit(int millis, int status) {
    Map<String, String> parameters =
        Map.of("ms", Integer.toString(millis), "exit", Integer.toString(status));
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(DEADLINE));
    LiveTask task = scheduler.submit(List.of(request)).getFirst().task();
    time.turn(Duration.ofMillis(50));
    return task;
  }

  private void beDown() {
    scheduler.close();
    time.driveNothing();
    time.turn(Duration.ofSeconds(5));
    scheduler = start();
    time.turn(Duration.ofMillis(1));
  }

  /** Nothing of the process moves, as when it is sent the signal STOP. */
  private void standStill() {
    cluster.forsake();
    time.driveNothing();
    time.turn(Duration.ofSeconds(5));
    time.drive(scheduler);
  }

  private void assertEnded(LiveTask task, Fate fate, int after, int status) {
    Ending ending = scheduler.task(task.id()).orElseThrow().ending().orElseThrow();
    assertThat(ending.fate()).isEqualTo(fate);
    assertThat(ending.exitCode()).isEqualTo(OptionalInt.of(status));
    assertThat(ending.time() - task.arrival()).isCloseTo(after, within(1L));
  }

  @Test
  void whatEndsInTimeWhileTheServiceIsDownIsOnTime() {
    LiveTask task = submit(200, 0);
    beDown();
    assertEnded(task, Fate.ON_TIME, 200, 0);
  }

  @Test
  void whatEndsInTimeWhileTheServiceStandsStillIsOnTime() {
    LiveTask task = submit(200, 0);
    standStill();
    assertEnded(task, Fate.ON_TIME, 200, 0);
  }

  @Test
  void whatEndsLateWhileTheServiceIsAwayIsLateAndHasItsExitStatus() {
    LiveTask one = submit(800, 0);
    beDown();
    assertEnded(one, Fate.LATE, 800, 0);
    LiveTask other = submit(800, 0);
    standStill();
    assertEnded(other, Fate.LATE, 800, 0);
  }

  @Test
  void whatFailsWhileTheServiceIsAwayHasItsExitStatus() {
    LiveTask one = submit(800, 3);
    beDown();
    assertEnded(one, Fate.FAILED, 800, 3);
    LiveTask other = submit(200, 3);
    standStill();
    assertEnded(other, Fate.FAILED, 200, 3);
  }

  @Test
  void whatWaitsForTheStoreIsHeardOfLateOnly() {
    LiveTask task = submit(200, 0);
    store.setBroken(true);
    time.after(Duration.ofSeconds(3), () -> store.setBroken(false));
    time.turn(Duration.ofSeconds(5));
    assertEnded(task, Fate.ON_TIME, 200, 0);
  }

  @Test
  void whatIsGivenUpDoesNotEndByItselfWhileThatIsWritten() {
    LaunchId id = new LaunchId(submit(502, 0).id(), 1);
    store.setBroken(true);
    time.after(Duration.ofSeconds(3), () -> store.setBroken(false));
    time.turn(Duration.ofSeconds(5));

    Ending ending = scheduler.task(id.task()).orElseThrow().ending().orElseThrow();
    assertThat(ending.fate()).isEqualTo(Fate.EVICTED);
    assertThat(cluster.end(id).orElseThrow().kind()).isEqualTo(LaunchEnd.Kind.STOPPED);
  }

  /** Another service may decide by then on the same store. */
  @Test
  void afterALongStandstillNothingIsStoppedBeforeThatIsDurable() {
    LaunchId id = new LaunchId(submit(20_000, 0).id(), 1);
    cluster.forsake();
    time.driveNothing();
    time.turn(Duration.ofSeconds(9));
    store.setBroken(true);
    List<Optional<LaunchEnd>> ends = new ArrayList<>();
    time.after(Duration.ofSeconds(2), () -> ends.add(cluster.end(id)));
    time.after(Duration.ofSeconds(3), () -> store.setBroken(false));
    time.drive(scheduler);
    time.turn(Duration.ofSeconds(5));

    assertThat(ends).containsExactly(Optional.empty());
    Ending ending = scheduler.task(id.task()).orElseThrow().ending().orElseThrow();
    assertThat(ending.fate()).isEqualTo(Fate.EVICTED);
    assertThat(cluster.end(id).orElseThrow().kind()).isEqualTo(LaunchEnd.Kind.STOPPED);
  }

  /** The process stands still while a start is made durable, and then the store is silent. */
  @Test
  void afterALongStandstillNothingStartsUntilTheStoreAnswers() {
    List<List<LaunchId>> begun = new ArrayList<>();
    store.refuse(_ -> {
      store.refuse(_ -> false);
      time.sleep(Duration.ofSeconds(9).toNanos());
      store.setBroken(true);
      time.after(Duration.ofSeconds(2), () -> begun.add(List.copyOf(cluster.begun())));
      time.after(Duration.ofSeconds(3), () -> store.setBroken(false));
      return false;
    });
    Submission submission = new Submission("type-0", Map.of("ms", "20"), Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(Duration.ofHours(1)));
    scheduler.tell(new Message.Submit(List.of(request), new CompletableFuture<>()));
    time.turn(Duration.ofSeconds(20));

    assertThat(begun).containsExactly(List.of());
    assertThat(cluster.begun()).containsExactly(new LaunchId(0, 1));
    assertThat(scheduler.task(0).orElseThrow().ending().orElseThrow().fate())
        .isEqualTo(Fate.ON_TIME);
  }

  /** The process stands still in the midst of a step, right before it looks for ends. */
  @Test
  void whatEndsWhileAStepStandsStillHasEndedThen() {
    scheduler.close();
    time.driveNothing();
    SlowBackend[] slow = new SlowBackend[1];
    scheduler =
        time.drive(
            new LiveScheduler(
                new SchedulerSettings.Configuration(
                    LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false),
                    (owner, listener) -> slow[0] = new SlowBackend(cluster.open(listener), time),
                    state -> Learning.NONE),
                store,
                time));
    LiveTask task = submit(700, 0);
    time.turn(Duration.ofMillis(449));
    slow[0].pause = Duration.ofSeconds(1);
    time.turn(Duration.ofMillis(10));
    assertEnded(task, Fate.LATE, 700, 0);
  }

  private static final class SlowBackend implements Backend {
    private final Backend inner;
    private final ManualTime time;
    private Duration pause = Duration.ZERO;

    SlowBackend(Backend inner, ManualTime time) {
      this.inner = inner;
      this.time = time;
    }

    @Override
    public Optional<LaunchEnd> ended(LaunchId launch) {
      Duration taken = pause;
      pause = Duration.ZERO;
      time.sleep(taken.toNanos());
      return inner.ended(launch);
    }

    @Override
    public void launch(Launch launch) {
      inner.launch(launch);
    }

    @Override
    public void stop(LaunchId launch) {
      inner.stop(launch);
    }

    @Override
    public void adopt(List<Launch> launches) {
      inner.adopt(launches);
    }

    @Override
    public Optional<OutputPart> output(
        LaunchId launch, OutputChannel channel, long from, int most) {
      return inner.output(launch, channel, from, most);
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  @Test
  void whatWasStoppedAtItsDeadlineIsEvictedThoughTheServiceDiedBeforeItHadWrittenThat() {
    LiveTask task = submit(9000, 0);
    store.setBroken(true);
    time.after(Duration.ofSeconds(3), () -> scheduler.close());
    time.turn(Duration.ofSeconds(5));
    store.setBroken(false);
    assertThat(cluster.end(new LaunchId(task.id(), 1)).orElseThrow().kind())
        .isEqualTo(LaunchEnd.Kind.STOPPED);

    time.driveNothing();
    scheduler = start();
    time.turn(Duration.ofMillis(1));

    Ending ending = scheduler.task(task.id()).orElseThrow().ending().orElseThrow();
    assertThat(ending.fate()).isEqualTo(Fate.EVICTED);
    assertThat(ending.time() - task.arrival()).isCloseTo(500, within(1L));
    LiveTask next = submit(20, 0);
    time.turn(Duration.ofMillis(50));
    assertEnded(next, Fate.ON_TIME, 20, 0);
  }

  @Test
  void whatHasEndedCannotBeTakenBack() {
    LiveTask task = submit(200, 0);
    cluster.forsake();
    time.turn(Duration.ofMillis(200));
    assertThatThrownBy(() -> scheduler.cancel(task.id()))
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.reason()).isEqualTo(Refusal.Reason.CONFLICT));
    assertEnded(task, Fate.ON_TIME, 200, 0);
  }

  /** Else a crash in that moment would end a task that nobody gave up. */
  @Test
  void whatIsTakenBackBeforeItsDeadlineIsNotStoppedBeforeThatIsDurable() {
    LiveTask task = submit(200, 0);
    store.refuse(change -> change.tasks().stream().anyMatch(t -> t.state().isFinal()));
    assertThatThrownBy(() -> scheduler.cancel(task.id())).isInstanceOf(Refusal.class);
    store.refuse(change -> false);

    time.turn(Duration.ofMillis(300));
    assertEnded(task, Fate.ON_TIME, 200, 0);
  }

  @Test
  void whatStillRunsAtItsDeadlineIsStoppedThen() {
    LiveTask task = submit(9000, 0);
    standStill();
    Ending ending = scheduler.task(task.id()).orElseThrow().ending().orElseThrow();
    assertThat(ending.fate()).isEqualTo(Fate.EVICTED);
    assertThat(ending.time()).as("it ran until then").isEqualTo(scheduler.now());
  }
}
