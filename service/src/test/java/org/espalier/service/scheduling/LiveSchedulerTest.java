package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.service.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The scheduler on a store in memory and commands that only take their time. */
class LiveSchedulerTest {
  private static final int ROOM = 20;

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler;

  @BeforeEach
  void start() {
    start(false);
  }

  private void start(boolean mayRetry) {
    scheduler =
        LiveFixtures.turned(
            time,
            cluster,
            store,
            LiveFixtures.settings(LiveFixtures.policies(), "PAM", ROOM, mayRetry));
  }

  @AfterEach
  void stop() {
    scheduler.close();
  }

  private static TaskRequest request(long millis, long deadlineMillis, String... more) {
    Map<String, String> parameters =
        more.length == 0
            ? Map.of("ms", Long.toString(millis))
            : Map.of("ms", Long.toString(millis), more[0], more[1]);
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    return new TaskRequest(submission, new TaskRequest.In(Duration.ofMillis(deadlineMillis)));
  }

  private static TaskRequest keyed(String key, long millis) {
    Submission submission =
        new Submission("type-0", Map.of("ms", Long.toString(millis)), Optional.of(key));
    return new TaskRequest(submission, new TaskRequest.In(Duration.ofSeconds(5)));
  }

  private long submit(TaskRequest request) {
    return scheduler.submit(List.of(request)).getFirst().task().id();
  }

  private LiveTask awaitEnd(long id) {
    assertThat(time.turnUntil(Duration.ofSeconds(10), () -> state(id).isFinal())).isTrue();
    return scheduler.task(id).orElseThrow();
  }

  private TaskState state(long id) {
    return scheduler.task(id).orElseThrow().state();
  }

  private static Fate fate(LiveTask task) {
    return task.ending().orElseThrow().fate();
  }

  @Test
  void aTaskRunsToItsEndAndItsHistoryIsKept() {
    long id = submit(request(50, 5000));

    LiveTask task = awaitEnd(id);

    assertThat(fate(task)).isEqualTo(Fate.ON_TIME);
    assertThat(task.ending().orElseThrow().exitCode()).isEqualTo(OptionalInt.of(0));
    assertThat(task.run().orElseThrow().chance()).isEqualTo(1);
    assertThat(scheduler.history(id))
        .extracting(JournalLine::json)
        .satisfiesExactly(
            line -> assertThat(line).contains("\"arrived\""),
            line -> assertThat(line).contains("\"assigned\""),
            line -> assertThat(line).contains("\"started\""),
            line -> assertThat(line).contains("\"finished\""),
            line -> assertThat(line).contains("\"left\"", "on-time"));
  }

  @Test
  void figuresTellOfTheLastDurableStep() {
    long id =
        scheduler
            .submit(List.of(request(50, 5000), request(50, 5000), request(50, 5000)))
            .getLast()
            .task()
            .id();

    String busy = scheduler.metrics();
    awaitEnd(id);
    String idle = scheduler.metrics();

    assertThat(busy)
        .contains("espalier_batch_queue 0.0", "espalier_machine_queues 3.0")
        .contains("espalier_tasks_running 2.0", "espalier_tasks_left_total{fate=\"on-time\"} 0.0");
    assertThat(idle)
        .contains("espalier_batch_queue 0.0", "espalier_machine_queues 0.0")
        .contains("espalier_tasks_running 0.0", "espalier_tasks_left_total{fate=\"on-time\"} 3.0");
  }

  @Test
  void aCommandThatFailsIsNotOnTime() {
    LiveTask task = awaitEnd(submit(request(10, 5000, "exit", "3")));

    assertThat(task.state()).isEqualTo(TaskState.FAILED);
    assertThat(task.ending().orElseThrow().exitCode()).isEqualTo(OptionalInt.of(3));
  }

  @Test
  void aTaskIsEvictedAtItsDeadline() {
    LiveTask task = awaitEnd(submit(request(60_000, 200)));

    assertThat(fate(task)).isEqualTo(Fate.EVICTED);
    assertThat(task.ending().orElseThrow().time() - task.deadline()).isZero();
  }

  @Test
  void aDeadlineThatHasPassedIsDropped() {
    LiveTask task = awaitEnd(submit(request(50, -1000)));

    assertThat(fate(task)).isEqualTo(Fate.EXPIRED_IN_BATCH);
  }

  @Test
  void moreThanTheBatchQueueTakesIsRefusedWhole() {
    List<TaskRequest> many = Collections.nCopies(ROOM + 1, request(50, 5000));

    assertThatThrownBy(() -> scheduler.submit(many))
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.reason()).isEqualTo(Refusal.Reason.FULL));
    assertThat(scheduler.overview().unmapped()).isZero();
  }

  @Test
  void allFaultsOfARequestAreTold() {
    Submission bad = new Submission("tipe-0", Map.of(), Optional.of(" "));
    Submission worse = new Submission("type-0", Map.of(), Optional.empty());
    TaskRequest.In soon = new TaskRequest.In(Duration.ofSeconds(1));

    assertThatThrownBy(() ->
            scheduler.submit(List.of(new TaskRequest(bad, soon), new TaskRequest(worse, soon))))
        .isInstanceOfSatisfying(
            Refusal.class,
            r ->
                assertThat(r.faults())
                    .extracting(Fault::pointer)
                    .containsExactly("/0/type", "/0/key", "/1/parameters/ms"));
  }

  @Test
  void aRepeatedKeyGivesTheSameTask() {
    Accepted first = scheduler.submit(List.of(keyed("a", 20))).getFirst();
    awaitEnd(first.task().id());

    List<Accepted> again =
        scheduler.submit(List.of(keyed("a", 20), keyed("b", 20), keyed("b", 20)));

    assertThat(again).extracting(Accepted::repeated).containsExactly(true, false, true);
    assertThat(again.getFirst().task().id()).isEqualTo(first.task().id());
    assertThat(again.get(2).task().id()).isEqualTo(again.get(1).task().id());
    assertThatThrownBy(() -> scheduler.submit(List.of(keyed("c", 20), keyed("a", 30))))
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.reason()).isEqualTo(Refusal.Reason.CONFLICT));
  }

  @Test
  void aTaskIsTakenBackWhereverItIs() {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < ROOM / 2; i++) {
      ids.add(submit(request(2000, 60_000)));
    }

    ids.forEach(id -> scheduler.cancel(id));

    assertThat(ids).allSatisfy(id -> assertThat(state(id)).isEqualTo(TaskState.CANCELLED));
    assertThatThrownBy(() -> scheduler.cancel(ids.getFirst())).isInstanceOf(Refusal.class);
    assertThat(fate(awaitEnd(submit(request(50, 5000))))).isEqualTo(Fate.ON_TIME);
  }

  @Test
  void aDrainedMachineFinishesWhatRunsAndGivesTheRestBack() {
    for (int i = 0; i < 6; i++) {
      submit(request(300, 60_000));
    }
    scheduler.drain("machine-0");

    assertThat(scheduler.overview().machines().getFirst().queue()).hasSize(1);
    assertThat(scheduler.overview().machines().getFirst().condition()).isEqualTo("draining");
    time.turn(Duration.ofSeconds(1)); // an overview may be old
    assertThat(scheduler.overview().machines().getFirst().condition()).isEqualTo("drained");
    scheduler.resume("machine-0");
    time.turn(Duration.ofSeconds(3));
    assertThat(scheduler.overview().fates()).containsOnly(Map.entry(Fate.ON_TIME, 6L));
  }

  @Test
  void aTaskThatWaitsKnowsWhy() {
    for (int i = 0; i < 8; i++) {
      submit(request(500, 60_000));
    }
    scheduler.drain("machine-0");
    scheduler.drain("machine-1");

    long id = submit(request(50, 60_000));

    assertThat(scheduler.waiting(id).orElseThrow().reason()).contains("no machine");
    assertThat(scheduler.waiting(id).orElseThrow().prospects()).hasSize(2);

    scheduler.resume("machine-0");
    for (int i = 0; i < 8; i++) {
      submit(request(500, 60_000));
    }
    long last = submit(request(500, 60_000));
    assertThat(scheduler.waiting(last).orElseThrow().reason()).contains("are full");
  }

  @Test
  void thePolicyIsSwitchedWhileItRuns() {
    scheduler.switchPolicy("MM", Map.of());

    assertThat(scheduler.overview().policy()).isEqualTo("MM");
    assertThat(fate(awaitEnd(submit(request(50, 5000))))).isEqualTo(Fate.ON_TIME);
    assertThatThrownBy(() -> scheduler.switchPolicy("MN", Map.of())).hasMessageContaining("MM");
  }

  @Test
  void settingsOfThePolicyChangeWhileItRunsAndStayOverARestart() {
    Map<String, String> changes = Map.of("deferring_threshold", "0.8", "toggle", "2");
    scheduler.switchPolicy("PAM", changes);

    assertThat(scheduler.policySettings()).isEqualTo(changes);
    assertThat(fate(awaitEnd(submit(request(50, 5000))))).isEqualTo(Fate.ON_TIME);
    assertThat(lastChange()).contains("\\\"deferring_threshold\\\":\\\"0.8\\\"");
    scheduler.close();
    start(true);
    assertThat(scheduler.policySettings()).isEqualTo(changes);
    assertThat(lastChange()).contains("\\\"toggle\\\":\\\"2\\\"");

    scheduler.switchPolicy("PAM", Map.of());
    assertThat(scheduler.policySettings()).isEmpty();
  }

  @Test
  void settingsThatTheFileRefusesByNowDoNotComeBack() {
    scheduler.switchPolicy("PAM", Map.of("toggle", "2"));
    scheduler.close();
    Map<String, String> refused = Map.of("policy.settings", "{\"queue_capacity\":\"9\"}");
    store.commit(new Store.Change(List.of(), List.of(), refused));
    start(true);

    assertThat(scheduler.policySettings()).isEmpty();
    assertThat(store.resume().facts()).containsEntry("policy.settings", "{}");
  }

  /** The last entry that has the settings of policies. */
  private String lastChange() {
    return scheduler.journal(0, 1000).stream()
        .map(JournalLine::json)
        .filter(line -> line.contains("deferring_threshold"))
        .reduce((before, after) -> after)
        .orElseThrow();
  }

  @Test
  void whatCannotChangeWhileItRunsIsRefused() {
    String policy = scheduler.overview().policy();

    assertThatThrownBy(() ->
            scheduler.switchPolicy("MM", Map.of("queue_capacity", "9", "energy_budget", "1 J")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("queue_capacity cannot change while tasks are decided")
        .hasMessageContaining("energy_budget cannot change");
    assertThatThrownBy(() -> scheduler.switchPolicy("MM", Map.of("togle", "1", "toggle", "-1")))
        .hasMessageContaining("did you mean toggle?")
        .hasMessageContaining("toggle is -1; expected always, never, or a number from 0 on");
    assertThat(scheduler.overview().policy()).isEqualTo(policy);
    assertThat(scheduler.policySettings()).isEmpty();
  }

  @Test
  void whatWasAcknowledgedIsThereAfterARestart() {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ids.add(submit(request(100, 60_000)));
    }
    scheduler.switchPolicy("MM", Map.of());
    scheduler.close();

    start(true);

    assertThat(scheduler.overview().policy()).isEqualTo("MM");
    assertThat(ids).allSatisfy(id -> assertThat(fate(awaitEnd(id))).isEqualTo(Fate.ON_TIME));
  }

  @Test
  void whatWasLostRunsAgainOnlyIfItsTypeSaysSo() {
    long id = submit(request(60_000, 120_000));
    assertThat(state(id)).isEqualTo(TaskState.RUNNING);
    scheduler.close();
    cluster.reboot();

    start(false);

    assertThat(awaitEnd(id).state()).isEqualTo(TaskState.FAILED);
    assertThat(scheduler.task(id).orElseThrow().ending().orElseThrow().detail())
        .isEqualTo("the machine is new");
  }

  @Test
  void anIdleSchedulerAsksItsStoreEverySecond() {
    List<Boolean> ready = new ArrayList<>();
    time.turn(Duration.ofSeconds(20));
    assertThat(store.checks()).isBetween(19, 20);

    store.setBroken(true);
    time.after(Duration.ofSeconds(3), () -> ready.add(scheduler.isReady()));
    time.after(Duration.ofSeconds(10), () -> store.setBroken(false));
    time.turn(Duration.ofSeconds(15));

    assertThat(ready).containsExactly(false);
    assertThat(scheduler.isReady()).isTrue();
  }

  @Test
  void nothingIsAcknowledgedWhileTheStoreFails() {
    List<Boolean> ready = new ArrayList<>();
    store.setBroken(true);
    time.after(Duration.ofSeconds(3), () -> ready.add(scheduler.isReady()));
    time.after(Duration.ofSeconds(4), () -> store.setBroken(false));

    assertThatThrownBy(() -> submit(request(20, 60_000)))
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.reason()).isEqualTo(Refusal.Reason.UNAVAILABLE));

    assertThat(ready).containsExactly(false);
    assertThat(scheduler.isReady()).isTrue();
    assertThat(fate(awaitEnd(submit(request(20, 5000))))).isEqualTo(Fate.ON_TIME);
  }
}
