package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.TinySystems;
import org.espalier.testkit.TinyWorkloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Small trials by hand. */
class EventEngineTest {
  private static TrialOutcome run(
      HcSystem system, AllocationRules rules, Workload workload, ExecutionTimes times) {
    PolicySettings settings = PolicySettings.THESIS.withRules(rules);
    return EventEngine.run(
        new Trial(system, rules, workload, times),
        PolicyRegistry.builtIn().find("MM").orElseThrow().create(settings));
  }

  private static List<String> lines(TrialOutcome outcome) {
    return outcome.departures().stream().map(EventEngineTest::line).toList();
  }

  private static String line(Departure d) {
    return "%d %s on %d from %d to %d"
        .formatted(d.task().id(), d.fate(), d.machine(), d.start(), d.time());
  }

  /** Of a system of one machine. */
  private static List<Long> activeTicks(TrialOutcome outcome) {
    return outcome.activeTicks(TinySystems.oneByOne(), TimeSpan.ALWAYS);
  }

  /** Three tasks that arrive at 0 and take 4; the first ends at 4, the second at 8 and so on. */
  @Test
  void aMachineWorksThroughItsQueueWhateverTheDeadlineIfNothingIsDropped() {
    TrialOutcome outcome =
        run(
            TinySystems.oneByOne(),
            AllocationRules.bounded(3, DroppingScope.NONE),
            TinyWorkloads.burst(3, 0, 0, 7),
            (task, machine, pState) -> 4);

    assertThat(lines(outcome))
        .containsExactly(
            "0 ON_TIME on 0 from 0 to 4", "1 LATE on 0 from 4 to 8", "2 LATE on 0 from 8 to 12");
    assertThat(activeTicks(outcome)).containsExactly(12L);
    assertThat(outcome.endTime()).isEqualTo(12);
    // at 0 for the arrivals, at 4, 8 and 12 for the completions
    assertThat(outcome.mappingEvents()).isEqualTo(4);
  }

  /** Soft deadlines: late, the task stays hopeless at every period, and nothing else happens. */
  @Test
  @Timeout(10)
  void aTrialEndsAlthoughAPolicyHoldsBackSoftTasksForEver() {
    AllocationRules rules =
        new AllocationRules(
            new BoundedQueues(1), DroppingScope.NONE, DeadlineKind.SOFT, new Trigger(0, false, 10));
    PolicySettings settings = PolicySettings.THESIS.withRules(rules);

    TrialOutcome outcome =
        EventEngine.run(
            new Trial(
                TinySystems.oneByOne(), rules, TinyWorkloads.burst(2, 0, 0, 13), (t, m, p) -> 4),
            PolicyRegistry.builtIn().find("PAM").orElseThrow().create(settings));

    assertThat(lines(outcome)).isEmpty();
    // at 10, when 13 cannot be made any more with a chance above 0.75, at 20, and 400 times more
    assertThat(outcome.mappingEvents()).isEqualTo(402);
  }

  /** At 8 the deadline has passed: the third task leaves the queue. */
  @Test
  void aPendingTaskLeavesWhenItCannotStartBeforeItsDeadline() {
    TrialOutcome outcome =
        run(
            TinySystems.oneByOne(),
            AllocationRules.bounded(3, DroppingScope.PENDING),
            TinyWorkloads.burst(3, 0, 0, 7),
            (task, machine, pState) -> 4);

    assertThat(lines(outcome))
        .containsExactly(
            "0 ON_TIME on 0 from 0 to 4",
            "1 LATE on 0 from 4 to 8",
            "2 EXPIRED_IN_QUEUE on 0 from -1 to 8");
  }

  /** At 7 the second task is running and is evicted, the third pending and dropped. */
  @Test
  void aRunningTaskIsEvictedAtItsDeadline() {
    TrialOutcome outcome =
        run(
            TinySystems.oneByOne(),
            AllocationRules.bounded(3, DroppingScope.EXECUTING),
            TinyWorkloads.burst(3, 0, 0, 7),
            (task, machine, pState) -> 4);

    assertThat(lines(outcome))
        .containsExactly(
            "0 ON_TIME on 0 from 0 to 4",
            "1 EVICTED on 0 from 4 to 7",
            "2 EXPIRED_IN_QUEUE on 0 from -1 to 7");
    assertThat(activeTicks(outcome)).containsExactly(7L);
  }

  /** A completion at the deadline is on time, and comes before the eviction of that instant. */
  @Test
  void aTaskThatFinishesAtItsDeadlineIsOnTime() {
    TrialOutcome outcome =
        run(
            TinySystems.oneByOne(),
            AllocationRules.bounded(3, DroppingScope.EXECUTING),
            TinyWorkloads.burst(1, 0, 0, 4),
            (task, machine, pState) -> 4);

    assertThat(lines(outcome)).containsExactly("0 ON_TIME on 0 from 0 to 4");
  }

  /** One slot: the second task waits in the batch queue, where its deadline passes at 3. */
  @Test
  void aTaskThatNobodyMapsExpiresInTheBatchQueue() {
    TrialOutcome outcome =
        run(
            TinySystems.oneByOne(),
            AllocationRules.bounded(1, DroppingScope.NONE),
            TinyWorkloads.empty().task(0, 0, 9).task(0, 0, 3).build(),
            (task, machine, pState) -> 4);

    assertThat(lines(outcome))
        .containsExactly("0 ON_TIME on 0 from 0 to 4", "1 EXPIRED_IN_BATCH on -1 from -1 to 4");
  }

  @Test
  void tasksThatTakeNoTimeFollowOneAnotherWithinOneInstant() {
    TrialOutcome outcome =
        run(
            TinySystems.of(new Pmf[][] {{Pmf.of(0, 1, 1.0)}}),
            AllocationRules.bounded(1, DroppingScope.EXECUTING),
            TinyWorkloads.burst(3, 0, 5, 6),
            (task, machine, pState) -> 0);

    assertThat(outcome.count(Fate.ON_TIME)).isEqualTo(3);
    assertThat(outcome.endTime()).isEqualTo(5);
    assertThat(activeTicks(outcome)).containsExactly(0L);
  }

  @Test
  void aTrialWithoutTasksEndsAtOnce() {
    TrialOutcome outcome =
        run(
            TinySystems.twoByTwo(),
            AllocationRules.bounded(1, DroppingScope.NONE),
            TinyWorkloads.empty().build(),
            (task, machine, pState) -> 1);

    assertThat(outcome.departures()).isEmpty();
    assertThat(outcome.mappingEvents()).isZero();
    assertThat(outcome.endTime()).isZero();
  }

  @Test
  void aTaskOfAnUnknownTypeIsRefusedWithItsNumber() {
    assertThatThrownBy(() ->
            run(
                TinySystems.twoByTwo(),
                AllocationRules.bounded(1, DroppingScope.NONE),
                TinyWorkloads.empty().task(0, 0, 5).task(2, 1, 5).build(),
                (task, machine, pState) -> 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("task 1 of workload tiny has type 2")
        .hasMessageContaining("task types 0 to 1");
  }
}
