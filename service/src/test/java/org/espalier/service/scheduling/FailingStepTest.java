package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.BackendFactory;
import org.espalier.service.backend.Invocation;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.service.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps that fail: what they did is undone, and only the request that is to blame is refused. */
class FailingStepTest {
  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler = start();

  private LiveScheduler start() {
    return LiveFixtures.turned(
        time,
        cluster,
        store,
        LiveFixtures.settings(LiveFixtures.policies(FaultyPolicies.REGISTRY), "PAM", 1000, false));
  }

  @AfterEach
  void stop() {
    scheduler.close();
  }

  private static TaskRequest request(String key, String... parameters) {
    Map<String, String> named =
        parameters.length == 0 ? Map.of("ms", "20") : Map.of("ms", "20", parameters[0], "x");
    return request(key, named, Duration.ofSeconds(60));
  }

  private static TaskRequest request(String key, Map<String, String> parameters, Duration time) {
    Submission submission = new Submission("type-0", parameters, Optional.of(key));
    return new TaskRequest(submission, new TaskRequest.In(time));
  }

  /** Submits without waiting, so that several requests come at once. */
  private CompletableFuture<List<Accepted>> post(TaskRequest request) {
    CompletableFuture<List<Accepted>> answer = new CompletableFuture<>();
    scheduler.tell(new Message.Submit(List.of(request), answer));
    return answer;
  }

  private LiveTask submit(TaskRequest request) {
    return scheduler.submit(List.of(request)).getFirst().task();
  }

  private LiveTask awaitEnd(long id) {
    assertThat(
            time.turnUntil(
                Duration.ofSeconds(20), () -> scheduler.task(id).orElseThrow().state().isFinal()))
        .isTrue();
    return scheduler.task(id).orElseThrow();
  }

  private void awaitOnTime(long id) {
    assertThat(awaitEnd(id).ending().orElseThrow().fate()).isEqualTo(Fate.ON_TIME);
  }

  private static void assertRefused(Future<?> answer, Reason reason) {
    assertThatThrownBy(answer::get)
        .cause()
        .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.reason()).isEqualTo(reason));
  }

  private void assertJournalHasNoGaps() {
    List<JournalLine> lines = store.journal(0, Integer.MAX_VALUE);
    assertThat(lines)
        .extracting(JournalLine::sequence)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, lines.size()).mapToObj(Long::valueOf).toList());
    assertThat(lines).isSortedAccordingTo((a, b) -> Long.compare(a.time(), b.time()));
  }

  @Test
  void whatTheStoreDoesNotTakeIsRefusedAloneAmongMany() {
    store.refuse(change ->
        change.tasks().stream()
            .anyMatch(task -> task.submission().key().orElse("").startsWith("poison")));
    List<CompletableFuture<List<Accepted>>> good = new ArrayList<>();
    List<CompletableFuture<List<Accepted>>> bad = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      good.add(post(request("good-" + i)));
      if (i % 10 == 5) {
        bad.add(post(request("poison-" + i)));
      }
    }
    time.step();

    bad.forEach(answer -> assertRefused(answer, Reason.INVALID));
    good.forEach(answer -> awaitOnTime(answer.resultNow().getFirst().task().id()));
    assertThat(store.list(everything())).hasSize(60);
    assertThat(scheduler.overview().fates()).containsOnly(Map.entry(Fate.ON_TIME, 60L));
    assertJournalHasNoGaps();
  }

  private static TaskQuery everything() {
    return new TaskQuery(
        Set.of(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        TaskQuery.Submitted.ANY,
        OptionalLong.empty(),
        TaskQuery.MOST);
  }

  @Test
  void whatRunsGoesOnWhenAStepFails() {
    long running = submit(request("long", Map.of("ms", "700"), Duration.ofSeconds(60))).id();
    assertThat(scheduler.task(running).orElseThrow().state()).isEqualTo(TaskState.RUNNING);
    store.refuse(change -> change.tasks().stream().anyMatch(t -> t.id() == running + 1));

    assertThatThrownBy(() -> submit(request("poison"))).isInstanceOf(Refusal.class);

    store.refuse(change -> false);
    awaitOnTime(running);
    assertThat(scheduler.task(running).orElseThrow().attempts()).isOne();
  }

  @Test
  void aPolicyThatFailsOrCannotBeMadeIsNotSwitchedTo() {
    long waiting = submit(request("a", Map.of("ms", "300"), Duration.ofSeconds(60))).id();

    assertThatThrownBy(() -> scheduler.switchPolicy(FaultyPolicies.FAILING, Map.of()))
        .hasStackTraceContaining("I always fail");
    assertThatThrownBy(() -> scheduler.switchPolicy(FaultyPolicies.UNMAKEABLE, Map.of()))
        .isInstanceOf(Refusal.class)
        .hasMessage("it needs energy");

    assertThat(scheduler.overview().policy()).isEqualTo("PAM");
    assertThat(scheduler.isReady()).isTrue();
    awaitOnTime(waiting);
    awaitOnTime(submit(request("b")).id());
  }

  /** Nobody sees what it is before a task comes. */
  @Test
  void aPolicyThatFailsIsNotReadyUntilThereIsAnother() {
    scheduler.switchPolicy(FaultyPolicies.FUSSY, Map.of());
    assertThat(scheduler.isReady()).isTrue();

    assertThatThrownBy(() -> submit(request("b")))
        .isInstanceOfSatisfying(
            Refusal.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.UNAVAILABLE))
        .hasMessageContaining("policy FUSSY failed")
        .hasMessageContaining("I always fail");
    assertThat(scheduler.isReady()).isFalse();
    assertThatThrownBy(() -> scheduler.switchPolicy(FaultyPolicies.FAILING, Map.of()))
        .hasStackTraceContaining("I always fail");
    scheduler.overview(); // another step, without a task
    assertThat(scheduler.isReady()).isFalse();

    scheduler.switchPolicy("PAM", Map.of());
    assertThat(scheduler.isReady()).isTrue();
    awaitOnTime(submit(request("b")).id());
  }

  @Test
  void aQuestionThatFailsHarmsNobodyElse() {
    CompletableFuture<Long> answer = new CompletableFuture<>();

    new Message.Look<>(() -> Long.parseLong("none"), answer).ask();

    assertThat(answer).isCompletedExceptionally();
  }

  @Test
  void whatNobodyWaitsForAnyMoreIsNotDone() {
    CompletableFuture<List<Accepted>> givenUp = new CompletableFuture<>();
    store.setBroken(true);
    time.after(
        Duration.ofSeconds(1),
        () -> scheduler.tell(new Message.Submit(List.of(request("given up")), givenUp)));
    time.after(Duration.ofSeconds(3), () -> givenUp.cancel(false));
    time.after(Duration.ofSeconds(4), () -> store.setBroken(false));
    assertThatThrownBy(() -> submit(request("under way"))).isInstanceOf(Refusal.class);
    time.turn(Duration.ofSeconds(1));

    assertThat(store.withKeys(List.of("given up"))).isEmpty();
    awaitOnTime(submit(request("given up")).id());
  }

  @Test
  @Timeout(60)
  void aSchedulerThatCannotGoOnSaysSoAndAnswersAtOnce() throws InterruptedException {
    submit(request("a", Map.of("ms", "200"), Duration.ofSeconds(60)));
    Invocation client = new Invocation(new byte[0], Optional.empty(), _ -> true);
    scheduler.invoke(request("c", Map.of("ms", "20000"), Duration.ofSeconds(60)), client);
    store.refuse(change -> true);
    time.turn(Duration.ofMillis(200));
    assertThat(scheduler.isAlive()).isFalse();
    assertThat(client.next()).isEqualTo(new Invocation.Ceased());

    long begin = time.nanos();
    assertThatThrownBy(() -> submit(request("b")))
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.reason()).isEqualTo(Reason.UNAVAILABLE));
    assertThat(time.nanos()).isEqualTo(begin);
    assertThat(scheduler.isReady()).isFalse();
    assertThat(scheduler.metrics()).contains("espalier_store_ready 0.0");
    assertThatThrownBy(scheduler::overview).isInstanceOf(Refusal.class);
  }

  @Test
  void whatNoStoreKeepsIsRefusedWithAllFaults() {
    List<String> keys =
        List.of("", " ", "a\0b", "a\nb", "\ud800", "x".repeat(201), "\u2028", "\u0085");
    List<TaskRequest> wrong =
        Stream.concat(
                keys.stream().map(key -> request(key)),
                Stream.of(request("k", "na\0me"), request("k", "\udc00")))
            .toList();

    assertThatThrownBy(() -> scheduler.submit(wrong))
        .isInstanceOfSatisfying(
            Refusal.class,
            r ->
                assertThat(r.faults())
                    .extracting(Fault::pointer)
                    .containsExactly(
                        "/0/key",
                        "/1/key",
                        "/2/key",
                        "/3/key",
                        "/4/key",
                        "/5/key",
                        "/6/key",
                        "/7/key",
                        "/8/parameters/na\0me",
                        "/9/parameters/\udc00"));
    awaitOnTime(submit(request("κλειδί \ud83d\udd11")).id());
  }

  @Test
  void aDeadlineThatCannotBeCountedIsRefused() {
    assertThatThrownBy(
            () -> submit(request("a", Map.of("ms", "20"), Duration.ofSeconds(Long.MAX_VALUE))))
        .isInstanceOfSatisfying(
            Refusal.class,
            r -> assertThat(r.faults()).extracting(Fault::pointer).containsExactly("/0/deadline"));
  }

  @Test
  void aRepetitionIsAnsweredThoughTheBatchQueueIsFull() {
    scheduler.close();
    Store other = new MemoryStore();
    scheduler =
        LiveFixtures.turned(
            time, cluster, other, LiveFixtures.settings(LiveFixtures.policies(), "PAM", 2, false));
    scheduler.drain("machine-0");
    scheduler.drain("machine-1");
    submit(request("a"));
    submit(request("b"));

    assertThatThrownBy(() -> submit(request("c"))).isInstanceOf(Refusal.class);
    assertThat(scheduler.submit(List.of(request("a"), request("a"), request("b"))))
        .allMatch(accepted -> accepted.repeated());
  }

  @Test
  void aRepetitionInTheStepInWhichItsTaskEndsIsOne() {
    LiveTask first = submit(request("a"));
    List<CompletableFuture<List<Accepted>>> again = new ArrayList<>();
    time.after(Duration.ofMillis(20), () -> again.add(post(request("a"))));
    time.turn(Duration.ofMillis(20));

    Accepted accepted = again.getFirst().resultNow().getFirst();
    assertThat(accepted.repeated()).isTrue();
    assertThat(accepted.task().id()).isEqualTo(first.id());
    assertThat(accepted.task().ending().orElseThrow().fate()).isEqualTo(Fate.ON_TIME);
    assertThat(beginnings()).as("no step was undone").isOne();
    assertThat(scheduler.metrics()).contains("espalier_tasks_submitted_total 1.0");
  }

  @Test
  void aRepetitionInTheStepInWhichItsTaskIsTakenBackIsOne() {
    LiveTask first = submit(request("a"));
    CompletableFuture<LiveTask> cancelled = new CompletableFuture<>();
    scheduler.tell(new Message.Cancel(first.id(), cancelled));
    CompletableFuture<List<Accepted>> again = post(request("a"));
    time.step();

    assertThat(cancelled).isCompleted();
    assertThat(again.resultNow()).containsExactly(new Accepted(cancelled.resultNow(), true, false));
    assertThat(beginnings()).as("no step was undone").isOne();
  }

  @Test
  void whatIsSubmittedInAStepThatFailsCountsOnce() {
    store.refuse(change ->
        change.tasks().stream().anyMatch(t -> t.submission().key().equals(Optional.of("poison"))));
    CompletableFuture<List<Accepted>> good = post(request("good"));
    CompletableFuture<List<Accepted>> bad = post(request("poison"));
    time.step();

    assertThat(good).isCompleted();
    assertThat(bad).isCompletedExceptionally();
    assertThat(scheduler.metrics())
        .contains("espalier_tasks_submitted_total 1.0")
        .containsOnlyOnce("espalier_task_type_submitted_total{")
        .containsPattern("espalier_task_type_submitted_total\\{.*} 1\\.0");
  }

  private long beginnings() {
    return store.journal(0, Integer.MAX_VALUE).stream()
        .filter(line -> line.json().contains("\"began\""))
        .count();
  }

  @Test
  void ticksGoOnWhenTheWallClockIsSetBackByAnHour() {
    long before = submit(request("before")).id();
    awaitOnTime(before);
    long last = scheduler.now();
    scheduler.close();

    time.setWallClock(Duration.ofHours(-1));
    scheduler = start();

    long inTime = submit(request("a", Map.of("ms", "20"), Duration.ofSeconds(3))).id();
    long late = submit(request("b", Map.of("ms", "60000"), Duration.ofSeconds(3))).id();
    awaitOnTime(inTime);
    LiveTask evicted = awaitEnd(late);
    assertThat(evicted.arrival()).isEqualTo(last + 1);
    assertThat(evicted.ending().orElseThrow().fate()).isEqualTo(Fate.EVICTED);
    assertThat(evicted.ending().orElseThrow().time() - evicted.arrival()).isEqualTo(3000);
    assertJournalHasNoGaps();
  }

  @Test
  void aBackEndThatCannotTellDeadlinesAnewEndsNothing() {
    scheduler.close();
    BackendFactory deaf =
        (owner, listener) -> {
          Backend backend = cluster.open(owner, listener);
          return (Backend)
              Proxy.newProxyInstance(
                  Backend.class.getClassLoader(),
                  new Class<?>[] {Backend.class},
                  (_, method, arguments) -> {
                    if (method.getName().equals("renewDeadlines")) {
                      throw new IllegalStateException("not now");
                    }
                    return method.invoke(backend, arguments);
                  });
        };
    SchedulerSettings settings =
        LiveFixtures.settings(LiveFixtures.policies(FaultyPolicies.REGISTRY), "PAM", 1000, false);
    scheduler =
        time.drive(
            new LiveScheduler(
                new SchedulerSettings.Configuration(settings, deaf, state -> Learning.NONE),
                store,
                time));
    long before = submit(request("before")).id();

    time.setWallClock(Duration.ofHours(-1));

    awaitOnTime(before);
    awaitOnTime(submit(request("after")).id());
  }

  @Test
  void waitingTasksBeginAtOnceAfterARestart() {
    scheduler.drain("machine-0");
    scheduler.drain("machine-1");
    long id = submit(request("a")).id();
    scheduler.close();
    store.commit(
        new Store.Change(
            List.of(), List.of(), Map.of("machine.machine-0", "", "machine.machine-1", "")));

    scheduler = start();

    long wait = awaitEnd(id).run().orElseThrow().start() - beginning();
    assertThat(wait).isZero();
  }

  private long beginning() {
    return store.journal(0, Integer.MAX_VALUE).stream()
        .filter(line -> line.json().contains("\"began\""))
        .mapToLong(JournalLine::time)
        .max()
        .orElseThrow();
  }

  /**
   * The built-in ones, one that fails in every mapping event, one that fails where a task waits,
   * and one that cannot be made.
   */
  private static final class FaultyPolicies {
    static final String FAILING = "FAILING";
    static final String FUSSY = "FUSSY";
    static final String UNMAKEABLE = "UNMAKEABLE";
    static final PolicyRegistry REGISTRY =
        PolicyRegistry.of(
            Stream.concat(
                    PolicyRegistry.builtIn().providers().stream(),
                    Stream.of(
                        new LiveFixtures.Provider(FAILING, () -> new FailingPolicy(FAILING, 0)),
                        new LiveFixtures.Provider(FUSSY, () -> new FailingPolicy(FUSSY, 1)),
                        new LiveFixtures.Provider(
                            UNMAKEABLE,
                            () -> {
                              throw new IllegalArgumentException("it needs energy");
                            })))
                .toList());
  }

  /** Fails where at least so many tasks wait. */
  private record FailingPolicy(String name, int least) implements AllocationPolicy {
    @Override
    public List<Decision> decide(MappingEvent event) {
      if (event.candidates().size() >= least) {
        throw new IllegalStateException("I always fail");
      }
      return List.of();
    }
  }
}
