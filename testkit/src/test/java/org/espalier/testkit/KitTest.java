package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The parts of the test kit. */
class KitTest {
  private static final Basis WHY = Basis.of("whim", 1);
  private static final HcSystem SYSTEM = TinySystems.oneByOne();
  private static final Machine MACHINE = SYSTEM.machines().getFirst();
  private static final AllocationRules RULES = AllocationRules.bounded(2, DroppingScope.EXECUTING);
  private static final Placement PLACEMENT = new Placement(0, 0, 0);
  private static final Task TASK = new Task(0, 0, 0, 9);
  private static final Task NEXT = new Task(1, 0, 0, 9);

  private static AllocationPolicy policy(String name) {
    return PolicyRegistry.builtIn().find(name).orElseThrow().create(PolicySettings.JOURNAL);
  }

  @Test
  void anExecutionThatBeganLateCountsFromThen() {
    Task task = new Task(0, 0, 0, 100);
    ManualDriver driver = ManualDriver.of(SYSTEM, RULES, policy("MM"));
    driver.arrive(0, task).settle(0);

    driver.tell(Notification.of(new Journal.Executing(4, 0, task, 3))).settle(4);

    assertThat(driver.manager().queue(0).tail().earliest()).isEqualTo(3 + 2);
    assertThat(driver.manager().queue(0).tail().latest()).isEqualTo(3 + 4);
    driver.finish(7, 0).settle(7);
    assertThat(driver.departures())
        .containsExactly(new Departure(task, Fate.ON_TIME, PLACEMENT, 3, 7));
  }

  @Test
  void anExecutionBeginsBetweenItsStartAndNow() {
    ManualDriver driver = ManualDriver.of(SYSTEM, RULES, policy("MM"));
    driver.arrive(5, new Task(0, 0, 5, 100)).settle(5);

    assertThatThrownBy(() -> driver.manager().live().executionBegan(8, 0, 4))
        .hasMessageContaining("expected 5 to 8");
    assertThatThrownBy(() -> driver.manager().live().executionBegan(8, 0, 9))
        .hasMessageContaining("expected 5 to 8");
  }

  @Test
  void theClockStandsStillUntilItIsMoved() {
    ManualClock clock = ManualClock.at(Instant.parse("2020-02-29T12:00:00Z"));
    ManualClock elsewhere = clock.withZone(ZoneId.of("Asia/Tokyo"));
    clock.advance(Duration.ofSeconds(90));

    assertThat(clock.instant()).isEqualTo("2020-02-29T12:01:30Z").isEqualTo(clock.instant());
    assertThat(elsewhere.instant()).isEqualTo(clock.instant());
    assertThat(elsewhere.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    assertThat(ManualClock.atEpoch().millis()).isZero();
  }

  @Test
  void theClockDoesNotGoBack() {
    ManualClock clock = ManualClock.at(Instant.EPOCH);

    assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
        .hasMessageContaining("does not go back");
  }

  @Test
  void theBackEndKeepsWhatItIsTold() {
    FakeBackend backend = new FakeBackend();
    backend.start(1, PLACEMENT, TASK);
    assertThat(backend.running(0)).contains(new FakeBackend.Started(1, PLACEMENT, TASK));
    assertThat(backend.finish(0)).isEqualTo(TASK);
    assertThat(backend.isIdle()).isTrue();
    backend.start(3, PLACEMENT, NEXT);
    backend.evict(5, MACHINE, NEXT);

    assertThat(backend.calls())
        .containsExactly(
            new FakeBackend.Started(1, PLACEMENT, TASK),
            new FakeBackend.Started(3, PLACEMENT, NEXT),
            new FakeBackend.Evicted(5, 0, NEXT));
  }

  @Test
  void theBackEndRefusesWhatNoneCouldDo() {
    FakeBackend backend = new FakeBackend();
    assertThatThrownBy(() -> backend.finish(0)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> backend.evict(0, MACHINE, TASK)).isInstanceOf(AssertionError.class);
    backend.start(0, PLACEMENT, TASK);
    assertThatThrownBy(() -> backend.start(0, PLACEMENT, NEXT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("still runs task 0");
    assertThatThrownBy(() -> backend.evict(0, MACHINE, NEXT)).isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @EnumSource
  void randomTrialsAreAFunctionOfTheirSeed(RandomTrials kind) {
    TinyTrial one = kind.trial(3);
    TinyTrial again = kind.trial(3);

    assertThat(again.workload()).isEqualTo(one.workload());
    for (Task task : one.workload().tasks()) {
      for (Machine machine : one.system().machines()) {
        if (one.system().pet().canRun(task.type(), machine.type().id())) {
          assertThat(again.actualTimes().of(task, machine, 0))
              .isEqualTo(one.actualTimes().of(task, machine, 0))
              .isNotNegative();
        }
      }
    }
    assertThat(kind.trial(4).workload()).isNotEqualTo(one.workload());
  }

  @Test
  void theKindsOfRandomTrialsAreWhatTheySay() {
    int gaps = 0;
    int zeros = 0;
    for (int seed = 0; seed < 10; seed++) {
      HcSystem gappy = RandomTrials.WITH_GAPS.trial(seed).system();
      for (int type = 0; type < gappy.taskTypes().size(); type++) {
        for (int m = 0; m < gappy.machineTypes().size(); m++) {
          gaps += gappy.pet().canRun(type, m) ? 0 : 1;
        }
      }
      zeros +=
          RandomTrials.WITH_ZERO_TIMES.trial(seed).system().pet().get(0, 0, 0).earliest() == 0
              ? 1
              : 0;
      assertThat(RandomTrials.ONE_MACHINE.trial(seed).system().machines()).hasSize(1);
      assertThat(RandomTrials.HOMOGENEOUS.trial(seed).system().machineTypes()).hasSize(1);
      assertThat(RandomTrials.WITH_TIES.trial(seed).workload().tasks())
          .allMatch(task -> task.type() == 0);
    }
    assertThat(gaps).isPositive();
    assertThat(zeros).isPositive();
  }

  /** Too much work: an easy trial would let a wrong policy pass. */
  @Test
  void randomTrialsAreOversubscribed() {
    int late = 0;
    int onTime = 0;
    for (int seed = 0; seed < 10; seed++) {
      TinyTrial trial = RandomTrials.ORDINARY.trial(seed);
      ManualDriver driver = ManualDriver.of(trial.system(), RULES, policy("MM")).play(trial);
      for (Departure departure : driver.departures()) {
        onTime += departure.fate() == Fate.ON_TIME ? 1 : 0;
        late += departure.fate() == Fate.ON_TIME ? 0 : 1;
      }
    }
    assertThat(late).isGreaterThan(40);
    assertThat(onTime).isGreaterThan(40);
  }

  @Test
  void notificationsAreToldFromAJournal() {
    ManualDriver driver = ManualDriver.of(SYSTEM, RULES, policy("MM"));
    driver.arrive(0, TASK).arrive(0, NEXT).settle(0).settle(1).finish(2, 0).settle(2).settle(9);

    assertThat(driver.recorder().notifications())
        .containsExactly(
            Notification.of(new Journal.Arrived(0, TASK)),
            Notification.of(new Journal.Arrived(0, NEXT)),
            Notification.settled(0),
            Notification.of(new Journal.Finished(2, 0, TASK, 2)),
            Notification.settled(2),
            Notification.settled(9));
    assertThat(driver.departures())
        .extracting(Departure::fate)
        .containsExactly(Fate.ON_TIME, Fate.EVICTED);
  }

  @Test
  void anInstantThatWasSettledWithoutConsequenceIsToldBeforeTheNext() {
    NotificationRecorder recorder = new NotificationRecorder();
    recorder.record(new Journal.Arrived(0, TASK));
    recorder.record(new Journal.Arrived(4, NEXT));

    assertThat(recorder.notifications())
        .containsExactly(
            Notification.of(new Journal.Arrived(0, TASK)),
            Notification.settled(0),
            Notification.of(new Journal.Arrived(4, NEXT)));
  }

  @Test
  void aReplayOfAnotherPolicyDoesNotGiveTheSameDecisions() {
    TinyTrial trial = RandomTrials.ORDINARY.trial(1);
    NotificationRecorder first =
        ManualDriver.of(trial.system(), RULES, policy("MM")).play(trial).recorder();

    assertThat(
            ManualDriver.replay(trial.system(), RULES, policy("MM"), first.notifications())
                .decisions())
        .isEqualTo(first.decisions())
        .isNotEmpty();
    List<Notification> arrivalsOnly =
        first.notifications().stream()
            .filter(told -> !(told.entry().orElse(null) instanceof Journal.Finished))
            .toList();
    assertThat(ManualDriver.replay(trial.system(), RULES, policy("MSD"), arrivalsOnly).decisions())
        .isNotEqualTo(first.decisions());
  }

  @Test
  void theWatcherKnowsTheRules() {
    broken(new Journal.Started(0, PLACEMENT, TASK));
    broken(new Journal.Finished(0, 0, TASK, 0));
    broken(new Journal.Arrived(0, TASK));
    Decision assign = new Decision.Assign(TASK, new Placement(0, 0, 0), WHY);
    broken(new Journal.Decided(0, assign), new Journal.Decided(0, assign));
    broken(new Journal.Decided(0, assign), new Journal.Started(9, PLACEMENT, TASK));
    broken(left(Fate.EXPIRED_IN_BATCH, -1, -1, 8));
    broken(left(Fate.ON_TIME, 0, 0, 4));
    Journal.Entry assigned = new Journal.Decided(0, assign);
    Journal.Entry started = new Journal.Started(0, PLACEMENT, TASK);
    broken(assigned, started, left(Fate.ON_TIME, 0, 0, 10));
    broken(assigned, started, left(Fate.LATE, 0, 0, 9));
    broken(assigned, started, left(Fate.EVICTED, 0, 0, 8));
    broken(assigned, started, left(Fate.EXPIRED_IN_QUEUE, 0, -1, 9));
    broken(assigned, started, left(Fate.ON_TIME, 0, 0, 4), left(Fate.ON_TIME, 0, 0, 4));
  }

  private static Journal.Entry left(Fate fate, int machine, long start, long time) {
    return new Journal.Left(
        new Departure(TASK, fate, new Placement(machine, machine, 0), start, time));
  }

  /** The last of the entries, after the task has arrived, breaks a rule; those before do not. */
  private static void broken(Journal.Entry... entries) {
    RuleWatcher watcher = new RuleWatcher(SYSTEM, RULES, Journal.NONE);
    watcher.record(new Journal.Arrived(0, TASK));
    for (int i = 0; i < entries.length - 1; i++) {
      watcher.record(entries[i]);
    }
    assertThatThrownBy(() -> watcher.record(entries[entries.length - 1]))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("breaks the rules");
  }
}
