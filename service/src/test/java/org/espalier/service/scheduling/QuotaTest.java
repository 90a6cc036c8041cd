package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.MachineGroup;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.UserFigures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What users may have, what they are refused beyond it, and what is kept when the process dies. */
class QuotaTest {
  private static final String WAITING = "waiting";
  private static final String FAST = "fast";
  private static final String BUSY = "busy";
  private static final String WEIGHTY = "weighty";
  private static final Map<String, Quota> QUOTAS =
      Map.of(
          WAITING,
          new Quota(3, Double.POSITIVE_INFINITY, Optional.empty(), 1),
          FAST,
          new Quota(1000, 2, Optional.empty(), 1),
          BUSY,
          new Quota(
              1000,
              Double.POSITIVE_INFINITY,
              Optional.of(new Quota.MachineTime(Duration.ofSeconds(10), Duration.ofHours(1))),
              1),
          WEIGHTY,
          new Quota(1000, Double.POSITIVE_INFINITY, Optional.empty(), 4));

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler = start();

  private LiveScheduler start() {
    SchedulerSettings settings =
        new SchedulerSettings(
            LiveFixtures.system(),
            PolicySettings.JOURNAL.rules(),
            LiveFixtures.policies(),
            "MM",
            new LiveFixtures.TimedCommands(type -> Retry.NEVER, Optional.empty(), QUOTAS),
            1000,
            2000);
    return LiveFixtures.turned(time, cluster, store, settings);
  }

  /** The process is gone without a word; another one begins on what is durable. */
  private void crash() {
    time.driveNothing();
    scheduler = start();
  }

  @AfterEach
  void theJournalTellsAllOfIt() {
    scheduler.close();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  private List<Long> submit(String user, int count, int milliseconds) {
    TaskRequest one = request(user, milliseconds);
    return scheduler.submit(Collections.nCopies(count, one)).stream()
        .map(accepted -> accepted.task().id())
        .toList();
  }

  private static TaskRequest request(String user, int milliseconds) {
    return new TaskRequest(
        new Submission(
            "type-0",
            Map.of("ms", Integer.toString(milliseconds)),
            Optional.empty(),
            Optional.of(user)),
        new TaskRequest.In(Duration.ofSeconds(600)));
  }

  private LiveTask task(long id) {
    return scheduler.task(id).orElseThrow();
  }

  private void end(List<Long> ids) {
    ids.forEach(id ->
        assertThat(time.turnUntil(Duration.ofSeconds(60), () -> task(id).state().isFinal()))
            .isTrue());
  }

  private void assertRefused(String user, int count, int seconds, String why) {
    assertThatThrownBy(() -> submit(user, count, 20))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.reason()).isEqualTo(Reason.QUOTA);
              assertThat(refusal.retryAfter()).isEqualTo(seconds);
            })
        .hasMessage("quota of user " + user + ": " + why);
  }

  @Test
  void soManyTasksMayWait() {
    List<Long> running = submit(WAITING, 2, 5000);
    assertThat(
            time.turnUntil(
                Duration.ofSeconds(1),
                () -> scheduler.machineGroups().stream().mapToInt(MachineGroup::busy).sum() == 2))
        .isTrue();
    List<Long> waiting = submit(WAITING, 3, 20);
    assertRefused(WAITING, 1, 1, "3 tasks waiting, of 3; 1 more do not fit");
    crash();
    assertRefused(WAITING, 1, 1, "3 tasks waiting, of 3; 1 more do not fit");
    submit("another", 5, 20);
    scheduler.cancel(waiting.getFirst());
    submit(WAITING, 1, 20);
    assertRefused(WAITING, 1, 1, "3 tasks waiting, of 3; 1 more do not fit");

    assertThat(scheduler.overview().users())
        .singleElement()
        .isEqualTo(new UserFigures(WAITING, 3, 0, 2));
    assertThat(scheduler.metrics()).contains("espalier_user_refused{user=\"waiting\"} 2.0");

    end(running);
    assertThat(
            time.turnUntil(
                Duration.ofSeconds(20),
                () -> scheduler.overview().users().getFirst().waiting() == 0))
        .isTrue();
    submit(WAITING, 3, 20);
  }

  @Test
  void tasksComeAtARate() {
    submit(FAST, 2, 20);
    assertRefused(FAST, 1, 1, "more than 2.0 tasks a second");
    time.turn(Duration.ofMillis(500));
    submit(FAST, 1, 20);
    assertRefused(FAST, 1, 1, "more than 2.0 tasks a second");
    time.turn(Duration.ofSeconds(1));
    submit(FAST, 12, 20); // two seconds' worth is there at most, the rest is paid later
    assertRefused(FAST, 1, 6, "more than 2.0 tasks a second");
    time.turn(Duration.ofSeconds(6));
    submit(FAST, 1, 20);
  }

  @Test
  void machineTimeOfAPeriodIsKept() {
    end(submit(BUSY, 2, 4000));
    end(submit(BUSY, 1, 4000));
    String why = "12 s of machine time are used, of 10 s in 3600 s";
    long left =
        3600 - Math.floorMod(scheduler.timeline().instant(scheduler.now()).getEpochSecond(), 3600L);
    assertThatThrownBy(() -> submit(BUSY, 1, 20)).hasMessageEndingWith(why);
    crash();
    assertThatThrownBy(() -> submit(BUSY, 1, 20))
        .hasMessageEndingWith(why)
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.retryAfter()).isBetween((int) left - 1, (int) left));

    time.turn(Duration.ofSeconds(left));
    end(submit(BUSY, 1, 4000));
    assertThat(scheduler.overview().users().getFirst().machineSeconds()).isBetween(3.9, 4.5);
  }

  /** Its machine was away when the hour was over, in which another task has ended since. */
  @Test
  void whatIsHeardLateForgetsNothingOfThePresentPeriod() {
    cluster.tellLater();
    time.turn(Duration.ofSeconds(3590));
    long late = submit(BUSY, 1, 4000).getFirst();
    time.turn(Duration.ofSeconds(1));
    String machine = task(late).run().orElseThrow().machine();
    cluster.depart(machine);
    time.turn(Duration.ofSeconds(7));
    List<Long> next = submit(BUSY, 1, 4000);
    time.turn(Duration.ofSeconds(5));
    end(next);

    cluster.comeBack(machine);
    end(List.of(late));

    assertThat(task(late).ending().orElseThrow().time()).isLessThan(3_600_000);
    assertThat(scheduler.overview().users().getFirst().machineSeconds()).isBetween(7.9, 8.5);
  }

  /** Two machines execute for 6 s each: that is 12 s, though nothing has ended. */
  @Test
  void whatRunsCountsAsLongAsItHasRunAndADryRunIsRefusedAlike() {
    List<Long> running = submit(BUSY, 2, 8000);
    time.turn(Duration.ofSeconds(4));
    List<TaskRequest> dry = List.of(request(BUSY, 20));
    assertThat(scheduler.rehearse(dry)).hasSize(1);
    time.turn(Duration.ofSeconds(2));

    assertThatThrownBy(() -> scheduler.rehearse(dry)).hasMessageContaining("12 s of machine time");
    assertThatThrownBy(() -> submit(BUSY, 1, 20)).hasMessageContaining("12 s of machine time");
    assertThat(scheduler.overview().users().getFirst().refused()).isEqualTo(1);
    crash();
    assertThatThrownBy(() -> submit(BUSY, 1, 20)).hasMessageContaining("12 s of machine time");
    end(running);
  }

  @Test
  void theWeightOfAUserIsPartOfWorth() {
    assertThat(task(submit(WEIGHTY, 1, 20).getFirst()).worth()).isEqualTo(4);
    assertThat(task(submit(FAST, 1, 20).getFirst()).worth()).isEqualTo(1);
  }
}
