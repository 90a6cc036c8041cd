package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Rehearsal;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine whose last command is told to stop and takes its time is not free until then. */
class GraceTest {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler = start("MM");

  private LiveScheduler start(String policy) {
    cluster.giveGrace(GRACE);
    return LiveFixtures.turned(
        time, cluster, store, LiveFixtures.settings(LiveFixtures.policies(), policy, 1000, false));
  }

  @AfterEach
  void stop() {
    scheduler.close();
    assertThat(cluster.violations()).isEmpty();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  private static TaskRequest request(String time, Duration deadline) {
    Submission submission = new Submission("type-0", Map.of("ms", time), Optional.empty());
    return new TaskRequest(submission, new TaskRequest.In(deadline));
  }

  private LiveTask submit(String millis, Duration deadline) {
    return scheduler.submit(List.of(request(millis, deadline))).getFirst().task();
  }

  private Fate fate(LiveTask task) {
    return scheduler.task(task.id()).orElseThrow().ending().orElseThrow().fate();
  }

  /** Both machines are still stopping what did not end by its deadline. */
  private void occupyBoth() {
    List<LiveTask> stubborn = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      stubborn.add(submit(ScriptedCluster.ENDLESS, Duration.ofMillis(200)));
    }
    time.turn(Duration.ofMillis(200));
    assertThat(stubborn).extracting(this::fate).containsOnly(Fate.EVICTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MM", "PAM", "JIT", "MCT", "FCFS"})
  void nothingIsLostBehindACommandThatIsBeingStopped(String policy) {
    scheduler.switchPolicy(policy, Map.of());
    scheduler.drain("machine-1");
    LiveTask stubborn = submit(ScriptedCluster.ENDLESS, Duration.ofMillis(200));
    time.turn(Duration.ofMillis(200));
    assertThat(fate(stubborn)).isEqualTo(Fate.EVICTED);
    scheduler.resume("machine-1");

    List<LiveTask> brief = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      brief.add(submit("40", Duration.ofMillis(700)));
    }
    time.turn(Duration.ofSeconds(1));

    assertThat(brief).extracting(this::fate).containsOnly(Fate.ON_TIME);
    time.turn(GRACE);
    LiveTask afterwards = submit("40", Duration.ofSeconds(1));
    time.turn(Duration.ofSeconds(1));
    assertThat(fate(afterwards)).isEqualTo(Fate.ON_TIME);
  }

  @Test
  void aMachineThatTellsLaterAndNeedsNoGraceIsFreeWhenItHasTold() {
    scheduler.close();
    cluster.tellLaterWithoutGrace();
    SchedulerSettings settings = LiveFixtures.settings(LiveFixtures.policies(), "MM", 1000, false);
    scheduler = LiveFixtures.turned(time, cluster, store, settings);
    scheduler.drain("machine-1");
    LiveTask endless = submit(ScriptedCluster.ENDLESS, Duration.ofMillis(200));
    time.turn(Duration.ofMillis(300));
    assertThat(fate(endless)).isEqualTo(Fate.EVICTED);

    LiveTask next = submit("40", Duration.ofSeconds(1));
    time.turn(Duration.ofSeconds(2));

    assertThat(fate(next)).isEqualTo(Fate.ON_TIME);
  }

  @Test
  void theGraceIsPartOfTheReadyTime() {
    occupyBoth();
    time.turn(Duration.ofMillis(100));

    Rehearsal soon = scheduler.rehearse(List.of(request("40", Duration.ofSeconds(1)))).getFirst();
    Rehearsal later = scheduler.rehearse(List.of(request("40", Duration.ofSeconds(9)))).getFirst();

    assertThat(soon.prospects()).allSatisfy(p -> assertThat(p.chance()).isZero());
    assertThat(soon.prospects()).allSatisfy(p -> assertThat(p.hasRoom()).isFalse());
    assertThat(later.prospects()).allSatisfy(p -> assertThat(p.chance()).isEqualTo(1));
    assertThat(scheduler.machine("machine-0", 1).condition()).isEqualTo("stopping a task");
  }

  @Test
  void whatIsGoneSoonCostsNothingThatWaits() {
    cluster.stopIn(Duration.ofMillis(10));
    List<LiveTask> tasks = new ArrayList<>();
    scheduler.switchPolicy("PAM", Map.of());
    submit(ScriptedCluster.ENDLESS, Duration.ofMillis(200));
    submit(ScriptedCluster.ENDLESS, Duration.ofMillis(200));
    for (int i = 0; i < 4; i++) {
      tasks.add(submit("40", Duration.ofMillis(500)));
    }
    time.turn(Duration.ofSeconds(1));

    assertThat(tasks).extracting(this::fate).containsOnly(Fate.ON_TIME);
    assertThat(scheduler.machine("machine-0", 1).condition()).isEqualTo("ready");
  }

  @Test
  void aMachineIsNotFreeForANewProcessEither() {
    occupyBoth();
    scheduler.close();
    scheduler = start("MM");
    time.turn(Duration.ofMillis(60));

    Rehearsal soon = scheduler.rehearse(List.of(request("40", Duration.ofSeconds(1)))).getFirst();
    assertThat(soon.prospects()).allSatisfy(p -> assertThat(p.chance()).isZero());
    LiveTask waiting = submit("40", Duration.ofSeconds(9));
    time.turn(GRACE.plusSeconds(1));
    assertThat(fate(waiting)).isEqualTo(Fate.ON_TIME);
  }

  @Test
  void aMachineIsNotFreeWhenTheJournalBeginsAnew() {
    occupyBoth();
    scheduler.beginJournalAnew();
    time.turn(Duration.ofMillis(60));

    Rehearsal soon = scheduler.rehearse(List.of(request("40", Duration.ofSeconds(1)))).getFirst();
    assertThat(soon.prospects()).allSatisfy(p -> assertThat(p.chance()).isZero());
    LiveTask waiting = submit("40", Duration.ofSeconds(9));
    time.turn(GRACE.plusSeconds(1));
    assertThat(fate(waiting)).isEqualTo(Fate.ON_TIME);
  }

  @Test
  void whatIsTakenBackIsGoneBeforeTheNextBegins() {
    LiveTask first = submit(ScriptedCluster.ENDLESS, Duration.ofMinutes(1));
    LiveTask second = submit(ScriptedCluster.ENDLESS, Duration.ofMinutes(1));
    scheduler.cancel(first.id());
    scheduler.cancel(second.id());
    LiveTask next = submit("40", Duration.ofSeconds(9));
    time.turn(GRACE.minusMillis(10));
    assertThat(scheduler.task(next.id()).orElseThrow().attempts()).isZero();
    time.turn(Duration.ofSeconds(1));
    assertThat(fate(next)).isEqualTo(Fate.ON_TIME);
  }
}
