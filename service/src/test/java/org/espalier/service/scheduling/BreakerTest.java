package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.Breaker;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A type that fails again and again is refused for a while, or the machine that is to blame. */
class BreakerTest {
  private static final Optional<Breaker> THREE =
      Optional.of(new Breaker(3, Duration.ofSeconds(30)));
  private static final Map<String, String> GOOD = Map.of("ms", "20");
  private static final Map<String, String> BAD = Map.of("ms", "20", "exit", "3");
  private static final Map<String, String> BAD_ON_0 = Map.of("ms", "20", "bad", "machine-0");

  private static final String SLOW = "slow";
  private static final Quota FEW = new Quota(1000, 0.01, Optional.empty(), 1);

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler = start(THREE);

  private LiveScheduler start(Optional<Breaker> breaker) {
    SchedulerSettings settings =
        new SchedulerSettings(
            LiveFixtures.system(),
            PolicySettings.JOURNAL.rules(),
            LiveFixtures.policies(),
            "MM",
            new LiveFixtures.TimedCommands(type -> Retry.NEVER, breaker, Map.of(SLOW, FEW)),
            1000,
            2000);
    return LiveFixtures.turned(time, cluster, store, settings);
  }

  private void restart(Optional<Breaker> breaker) {
    scheduler.close();
    scheduler = start(breaker);
  }

  @AfterEach
  void theJournalTellsAllOfIt() {
    scheduler.close();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  private static TaskRequest request(Map<String, String> parameters, Optional<String> key) {
    Submission submission = new Submission("type-0", parameters, key);
    return new TaskRequest(submission, new TaskRequest.In(Duration.ofSeconds(600)));
  }

  private long submit(Map<String, String> parameters) {
    return scheduler.submit(List.of(request(parameters, Optional.empty()))).getFirst().task().id();
  }

  /** Its fate when it has left. */
  private Fate run(Map<String, String> parameters) {
    long id = submit(parameters);
    assertThat(time.turnUntil(Duration.ofSeconds(20), () -> task(id).state().isFinal())).isTrue();
    return task(id).ending().orElseThrow().fate();
  }

  private LiveTask task(long id) {
    return scheduler.task(id).orElseThrow();
  }

  private void assertRefused(int seconds) {
    assertThatThrownBy(() -> submit(GOOD))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.reason()).isEqualTo(Reason.UNAVAILABLE);
              assertThat(refusal.retryAfter()).isEqualTo(seconds);
            })
        .hasMessageContaining("task type type-0 is refused: its last ")
        .hasMessageContaining("exit status 3");
  }

  /** Both machines are busy when the other is given a task, so that each gets some. */
  private void failOnBoth() {
    List<Long> ids = List.of(submit(BAD), submit(BAD), submit(BAD), submit(BAD));
    ids.forEach(id ->
        assertThat(time.turnUntil(Duration.ofSeconds(20), () -> task(id).state().isFinal()))
            .isTrue());
  }

  @Test
  void itIsRefusedForAWhileAndThenTried() {
    long accepted = submit(Map.of("ms", "2000", "exit", "3"));
    failOnBoth();
    assertRefused(30);
    assertThatThrownBy(() -> scheduler.rehearse(List.of(request(GOOD, Optional.empty()))))
        .hasMessageContaining("is refused");
    assertThat(scheduler.overview().notices())
        .singleElement()
        .asString()
        .startsWith("task type type-0 is refused: its last ")
        .endsWith("(on machine-0, machine-1; exit status 3); a request is let in to try in 30 s");

    assertThat(time.turnUntil(Duration.ofSeconds(20), () -> task(accepted).state().isFinal()))
        .as("what was accepted is executed")
        .isTrue();
    assertRefused(30);
    time.turn(Duration.ofSeconds(29));
    assertRefused(1);
    time.turn(Duration.ofSeconds(1));

    long trial = submit(Map.of("ms", "2000", "exit", "3"));
    assertRefused(30);
    assertThat(time.turnUntil(Duration.ofSeconds(20), () -> task(trial).state().isFinal()))
        .isTrue();
    assertRefused(30);

    time.turn(Duration.ofSeconds(30));
    assertThat(run(GOOD)).isEqualTo(Fate.ON_TIME);
    assertThat(run(GOOD)).isEqualTo(Fate.ON_TIME);
    assertThat(scheduler.overview().notices()).isEmpty();
    assertThat(run(BAD)).as("counted anew").isEqualTo(Fate.FAILED);
    assertThat(run(GOOD)).isEqualTo(Fate.ON_TIME);
  }

  @Test
  void whatIsRefusedCountsForNoQuota() {
    failOnBoth();

    assertThatThrownBy(this::submitSlowly).hasMessageContaining("is refused");
    time.turn(Duration.ofSeconds(30));
    submitSlowly();
    assertThatThrownBy(this::submitSlowly).hasMessageContaining("is refused");
  }

  private void submitSlowly() {
    Submission submission = new Submission("type-0", GOOD, Optional.empty(), Optional.of(SLOW));
    scheduler.submit(
        List.of(new TaskRequest(submission, new TaskRequest.In(Duration.ofSeconds(600)))));
  }

  @Test
  void aRepetitionIsAnsweredAllTheSame() {
    TaskRequest keyed = request(BAD, Optional.of("key"));
    long id = scheduler.submit(List.of(keyed)).getFirst().task().id();
    failOnBoth();
    assertRefused(30);

    assertThat(scheduler.submit(List.of(keyed)).getFirst().task().id()).isEqualTo(id);
  }

  @Test
  void aRestartKeepsItUnlessTheTypeIsNoLongerWatched() {
    failOnBoth();
    time.turn(Duration.ofSeconds(10));

    restart(THREE);
    assertRefused(20);
    restart(Optional.empty());
    assertThat(run(GOOD)).isEqualTo(Fate.ON_TIME);
    restart(THREE);
    assertThat(run(GOOD)).as("it was no longer watched").isEqualTo(Fate.ON_TIME);
  }

  @Test
  void successesInBetweenKeepItAccepted() {
    for (int i = 0; i < 6; i++) {
      assertThat(run(BAD)).isEqualTo(Fate.FAILED);
      assertThat(run(BAD)).isEqualTo(Fate.FAILED);
      assertThat(run(GOOD)).isEqualTo(Fate.ON_TIME);
    }
  }

  /** Idle machines tie, so that the first one gets all: the hole into which all would fall. */
  @Test
  void aMachineOnWhichAllFailsRests() {
    for (int i = 0; i < 3; i++) {
      assertThat(run(BAD_ON_0)).isEqualTo(Fate.FAILED);
    }

    assertThat(scheduler.machine("machine-0", 0).condition())
        .isEqualTo("failed: the last 3 executions failed");
    assertThat(run(BAD_ON_0)).isEqualTo(Fate.ON_TIME);
    assertThat(scheduler.overview().notices()).isEmpty();

    time.turn(Duration.ofSeconds(5));
    assertThat(scheduler.machine("machine-0", 0).condition()).isEqualTo("ready");
    assertThat(run(BAD_ON_0)).as("one trial").isEqualTo(Fate.FAILED);
    assertThat(run(BAD_ON_0)).isEqualTo(Fate.ON_TIME);
    time.turn(Duration.ofSeconds(9));
    assertThat(scheduler.machine("machine-0", 0).condition()).startsWith("failed");
    time.turn(Duration.ofSeconds(1));
    assertThat(run(GOOD)).isEqualTo(Fate.ON_TIME);
    assertThat(run(BAD_ON_0)).as("counted anew").isEqualTo(Fate.FAILED);
    assertThat(scheduler.machine("machine-0", 0).condition()).isEqualTo("ready");
    assertThat(changesOfMachines()).isEqualTo(4);
  }

  private long changesOfMachines() {
    return Journals.read(store).stream().filter(Journal.MachineChanged.class::isInstance).count();
  }

  /** Then the machine was not to blame. */
  @Test
  void whatFailsElsewhereTooIsRefused() {
    for (int i = 0; i < 3; i++) {
      assertThat(run(BAD)).isEqualTo(Fate.FAILED);
    }
    assertThat(scheduler.machine("machine-0", 0).condition()).startsWith("failed");

    assertThat(run(BAD)).isEqualTo(Fate.FAILED);

    assertThat(task(3).run().orElseThrow().machine()).isEqualTo("machine-1");
    assertRefused(30);
  }

  @Test
  void whatCanRunOnOneMachineOnlyIsRefused() {
    scheduler.drain("machine-1");
    for (int i = 0; i < 3; i++) {
      assertThat(run(BAD)).isEqualTo(Fate.FAILED);
    }

    assertThat(scheduler.machine("machine-0", 0).condition()).isEqualTo("ready");
    assertRefused(30);
    assertThat(scheduler.overview().notices().getFirst()).contains("failed (on machine-0; exit");
  }

  @Test
  void aTypeThatIsNotWatchedFailsForEver() {
    restart(Optional.empty());
    for (int i = 0; i < 6; i++) {
      assertThat(run(BAD)).isEqualTo(Fate.FAILED);
    }
    assertThat(scheduler.machine("machine-0", 0).condition()).isEqualTo("ready");
  }
}
