package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.core.model.TimeSpan.NEVER;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.allocation.rules.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** The resource manager by hand; tasks take 2 or 4 ticks on its one machine. */
class ResourceManagerTest {
  private static final HcSystem SYSTEM = Queues.oneMachine(Pmf.of(2, 1, 0.5, 0, 0.5));

  private static Task task(int id, long arrival, long deadline) {
    return new Task(id, 0, arrival, deadline);
  }

  private static Scripted firstFit(AllocationRules rules) {
    return new Scripted(SYSTEM, rules, Scripted::firstFit);
  }

  private static AllocationRules triggered(Trigger trigger) {
    return new AllocationRules(
        new BoundedQueues(2), DroppingScope.NONE, DeadlineKind.HARD, trigger);
  }

  private static Scripted deferring(AllocationRules rules) {
    return new Scripted(SYSTEM, rules, event -> List.of());
  }

  @Test
  void whatHappensIsToldInOrder() {
    Task first = task(0, 1, 9);
    Task second = task(1, 1, 9);
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.PENDING));
    run.arrive(first, second).settle(1).finish(3, 0).settle(3);

    Decision assign0 = new Decision.Assign(first, new Placement(0, 0, 0), Basis.of("machine", 0));
    Decision assign1 = new Decision.Assign(second, new Placement(0, 0, 0), Basis.of("machine", 0));
    assertThat(run.entries)
        .containsExactly(
            new Journal.Arrived(1, first),
            new Journal.Arrived(1, second),
            new Journal.EventHeld(1, 2, 0),
            new Journal.Decided(1, assign0),
            new Journal.Decided(1, assign1),
            new Journal.Started(1, new Placement(0, 0, 0), first),
            new Journal.Finished(3, 0, first, 3),
            new Journal.Left(new Departure(first, Fate.ON_TIME, new Placement(0, 0, 0), 1, 3)),
            new Journal.EventHeld(3, 0, 0),
            new Journal.Started(3, new Placement(0, 0, 0), second));
    assertThat(run.calls).containsExactly("1: start 0 on machine", "3: start 1 on machine");
  }

  @Test
  void onTimeMeansAtOrBeforeTheDeadline() {
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.PENDING));
    run.arrive(task(0, 0, 4), task(1, 0, 7)).settle(0);
    run.finish(4, 0).settle(4).finish(8, 0).settle(8);

    assertThat(run.left()).containsExactly("4: 0 ON_TIME", "8: 1 LATE");
  }

  @Test
  void whatHasEndedBeforeItIsEvictedLeavesAsItEnded() {
    assertThat(leftAtItsDeadline(new ExecutionEnd(9, ExecutionEnd.How.FINISHED)))
        .containsExactly("9: 0 ON_TIME");
    assertThat(leftAtItsDeadline(new ExecutionEnd(10, ExecutionEnd.How.FINISHED)))
        .containsExactly("10: 0 LATE");
    assertThat(leftAtItsDeadline(new ExecutionEnd(12, ExecutionEnd.How.FINISHED)))
        .as("time went on while it was told")
        .containsExactly("12: 0 LATE");
    assertThat(leftAtItsDeadline(new ExecutionEnd(5, ExecutionEnd.How.FAILED)))
        .containsExactly("5: 0 FAILED");
  }

  /** What becomes of a task that is due at 9 and is looked after at 10. */
  private static List<String> leftAtItsDeadline(ExecutionEnd end) {
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.EXECUTING));
    run.arrive(task(0, 0, 9)).settle(0);
    run.ended = Optional.of(end);
    run.settle(10);
    assertThat(run.calls).doesNotContain("10: evict 0 from machine");
    return run.left();
  }

  @Test
  void whatHasEndedCannotBeTakenBack() {
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.EXECUTING));
    run.arrive(task(0, 0, 9)).settle(0);
    run.ended = Optional.of(new ExecutionEnd(3, ExecutionEnd.How.FINISHED));

    run.manager.taskCancelled(4, 0);

    assertThat(run.left()).containsExactly("3: 0 ON_TIME");
    assertThat(run.manager.queue(0).isBusy()).isFalse();
  }

  /** Task 0 is lost at 2 and held until 6. */
  private static Scripted held(long deadline) {
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.EXECUTING));
    run.arrive(task(0, 0, deadline)).settle(0);
    run.manager.live().taskLost(2, 0, 6);
    run.settle(2);
    return run;
  }

  @Test
  void whatIsHeldBackStartsAgainWhenItsTimeHasCome() {
    Scripted run = held(20);
    assertThat(run.manager.unmapped()).isEqualTo(1);
    assertThat(run.manager.nextWakeUp()).isEqualTo(6);
    assertThat(run.manager.live().held()).containsExactly(new Journal.Held(task(0, 0, 20), 6));

    run.settle(5).settle(6);

    assertThat(run.calls).containsExactly("0: start 0 on machine", "6: start 0 on machine");
    assertThat(run.entries)
        .contains(
            new Journal.Lost(2, 0, task(0, 0, 20), 6), new Journal.Released(6, task(0, 0, 20)));
    assertThat(run.manager.live().held()).isEmpty();
  }

  @Test
  void aDeadlineHoldsForWhatIsHeldBack() {
    Scripted run = held(5);
    assertThat(run.manager.nextWakeUp()).isEqualTo(5);

    run.settle(5).settle(6);

    assertThat(run.left()).containsExactly("5: 0 EXPIRED_IN_BATCH");
    assertThat(run.calls).containsExactly("0: start 0 on machine");
  }

  @Test
  void whatIsHeldBackCanBeTakenBack() {
    Scripted run = held(20);
    assertThat(run.manager.taskCancelled(3, 0)).isTrue();
    run.settle(6);
    assertThat(run.left()).containsExactly("3: 0 CANCELLED");
    assertThat(run.calls).hasSize(1);
  }

  /** At 9 task 0 runs, 1 is pending, 2 and 3 are unmapped; all but 3 have missed. */
  @Test
  void reactiveDropsComeBeforeTheEventEvictionsFirstThenBatchThenQueues() {
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.EXECUTING));
    run.arrive(task(0, 0, 9), task(1, 0, 9), task(2, 0, 9), task(3, 0, 20)).settle(0).settle(9);

    assertThat(run.left())
        .containsExactly("9: 0 EVICTED", "9: 2 EXPIRED_IN_BATCH", "9: 1 EXPIRED_IN_QUEUE");
    assertThat(run.calls)
        .containsExactly(
            "0: start 0 on machine", "9: evict 0 from machine", "9: start 3 on machine");
    assertThat(run.events.getLast().misses()).isEqualTo(3);
    assertThat(run.events.getLast().departures()).extracting(Departure::time).containsOnly(9L);
  }

  @Test
  void missesAreThoseSinceTheLastEvent() {
    Scripted run = firstFit(AllocationRules.bounded(1, DroppingScope.NONE));
    run.arrive(task(0, 0, 1)).settle(0).finish(2, 0).settle(2); // late
    run.arrive(task(1, 3, 9)).settle(3);

    assertThat(run.entries)
        .contains(new Journal.EventHeld(2, 0, 1))
        .contains(new Journal.EventHeld(3, 1, 0));
  }

  @Test
  void aHeadThatCannotStartBeforeItsDeadlineIsDroppedAndTheNextOneStarts() {
    AllocationRules rules =
        new AllocationRules(
            new BoundedQueues(3),
            DroppingScope.PENDING,
            DeadlineKind.HARD,
            new Trigger(1, false, 0));
    Scripted run = firstFit(rules);
    run.arrive(task(0, 0, 20), task(1, 0, 3), task(2, 0, 20)).settle(0).finish(4, 0).settle(4);

    assertThat(run.left()).containsExactly("4: 0 ON_TIME", "4: 1 EXPIRED_IN_QUEUE");
    assertThat(run.calls.getLast()).isEqualTo("4: start 2 on machine");
    assertThat(run.eventTimes()).containsExactly(0L);
  }

  @Test
  void aTaskThatNobodyMapsLeavesAtItsDeadlineWhenNothingRuns() {
    Scripted run = deferring(AllocationRules.bounded(2, DroppingScope.NONE));
    run.arrive(task(0, 0, 7), task(1, 0, 5)).settle(0);
    assertThat(run.manager.nextWakeUp()).isEqualTo(5);
    run.settle(5);
    assertThat(run.manager.nextWakeUp()).isEqualTo(7);
    run.settle(7);

    assertThat(run.left()).containsExactly("5: 1 EXPIRED_IN_BATCH", "7: 0 EXPIRED_IN_BATCH");
    assertThat(run.manager.nextWakeUp()).isEqualTo(NEVER);
    assertThat(run.manager.unmapped()).isZero();
  }

  @Test
  void theNextEvictionIsAReasonToWakeUp() {
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.EXECUTING));
    run.arrive(task(0, 0, 6), task(1, 0, 30)).settle(0);
    assertThat(run.manager.nextWakeUp()).isEqualTo(6);
    run.settle(6);
    assertThat(run.manager.nextWakeUp()).isEqualTo(30);
  }

  @Test
  void settlingWithoutAnythingToTellChangesNothing() {
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.EXECUTING));
    run.arrive(task(0, 0, 9)).settle(0);
    int entries = run.entries.size();
    run.settle(0).settle(1).settle(2);

    assertThat(run.entries).hasSize(entries);
  }

  @Test
  void softDeadlinesDropNothing() {
    AllocationRules soft =
        new AllocationRules(
            new BoundedQueues(1), DroppingScope.NONE, DeadlineKind.SOFT, Trigger.EVERY_EVENT);
    Scripted run = firstFit(soft);
    run.arrive(task(0, 0, 1), task(1, 0, 2), task(2, 0, 3)).settle(0);
    assertThat(run.manager.nextWakeUp()).isEqualTo(NEVER);
    run.settle(50).finish(60, 0).settle(60).finish(70, 0).settle(70).finish(80, 0).settle(80);

    assertThat(run.left()).containsExactly("60: 0 LATE", "70: 1 LATE", "80: 2 LATE");
  }

  @Test
  void softDeadlinesAndADroppingScopeContradictOneAnother() {
    assertThatThrownBy(() ->
            new AllocationRules(
                new BoundedQueues(1),
                DroppingScope.PENDING,
                DeadlineKind.SOFT,
                Trigger.EVERY_EVENT))
        .hasMessageContaining("soft deadlines never drop");
    assertThatThrownBy(() -> AllocationRules.bounded(-1, DroppingScope.NONE))
        .hasMessageContaining("queue capacity is -1");
  }

  @Test
  void anUnboundedQueueTakesEverything() {
    Scripted run = firstFit(AllocationRules.unbounded(DroppingScope.NONE));
    for (int id = 0; id < 200; id++) {
      run.arrive(task(id, 0, 10_000));
    }
    run.settle(0);

    assertThat(run.manager.unmapped()).isZero();
    assertThat(run.manager.queue(0).size()).isEqualTo(200);
    assertThat(run.manager.queue(0).freeSlots()).isEqualTo(Integer.MAX_VALUE);
    // 200 tasks of 3 ticks on average
    assertThat(run.manager.queue(0).tail().mean()).isBetween(599.99, 600.01);
  }

  @Test
  void everyArrivalAndCompletionCausesAnEvent() {
    Scripted run = firstFit(triggered(Trigger.EVERY_EVENT));
    run.arrive(task(0, 0, 50)).settle(0).arrive(task(1, 1, 50)).settle(1).finish(2, 0).settle(2);

    assertThat(run.eventTimes()).containsExactly(0L, 1L, 2L);
  }

  @Test
  void aCountOfArrivalsCausesAnEvent() {
    Scripted run = firstFit(triggered(new Trigger(3, false, 0)));
    for (int id = 0; id < 7; id++) {
      run.arrive(task(id, id, 50)).settle(id);
    }
    run.finish(8, 0).settle(8);

    assertThat(run.eventTimes()).containsExactly(2L, 5L); // third and sixth arrival
  }

  @Test
  void arrivalsOfOneInstantCountTogether() {
    Scripted run = firstFit(triggered(new Trigger(2, false, 0)));
    run.arrive(task(0, 0, 50), task(1, 0, 50), task(2, 0, 50)).settle(0);
    run.arrive(task(3, 1, 50)).settle(1).arrive(task(4, 2, 50)).settle(2);

    assertThat(run.eventTimes()).containsExactly(0L, 2L); // the count begins anew at 0
  }

  @Test
  void aPeriodCausesAnEventAsSoonAsSomethingWaits() {
    Scripted run = deferring(triggered(new Trigger(0, false, 10)));
    run.arrive(task(0, 4, 50)).settle(4);
    assertThat(run.manager.nextWakeUp()).isEqualTo(10);
    run.settle(10).settle(15);
    assertThat(run.manager.nextWakeUp()).isEqualTo(20);
    run.settle(20);

    assertThat(run.eventTimes()).containsExactly(10L, 20L);
  }

  @Test
  void aPeriodWithoutEndIsNoReasonToWakeUp() {
    Scripted run = deferring(triggered(new Trigger(1, true, Long.MAX_VALUE)));
    run.arrive(task(0, 4, 50)).settle(4);

    assertThat(run.manager.nextWakeUp()).isEqualTo(50);
  }

  @Test
  void whicheverConditionComesFirstCausesAnEvent() {
    Scripted run = deferring(triggered(new Trigger(2, false, 10)));
    run.arrive(task(0, 1, 90)).settle(1).arrive(task(1, 3, 90)).settle(3); // by count
    assertThat(run.manager.nextWakeUp()).isEqualTo(13);
    run.settle(13); // by period, counted from the last event
    run.arrive(task(2, 20, 90)).settle(20).settle(23); // by period again

    assertThat(run.eventTimes()).containsExactly(3L, 13L, 23L);
  }

  @Test
  void aTriggerThatNothingCausesIsRefused() {
    assertThatThrownBy(() -> new Trigger(0, false, 0))
        .hasMessageContaining("nothing causes a mapping event");
    assertThatThrownBy(() -> new Trigger(-1, true, 0)).hasMessageContaining("-1 arrivals");
    assertThatThrownBy(() -> new Trigger(0, false, -5)).hasMessageContaining("period -5");
  }

  @Test
  void aQueueThatWasHandedOutStaysAsItWas() {
    checkStays(run -> run.manager.queue(0));
    checkStays(run -> run.events.getLast().queues().getFirst());
    checkStays(run -> new MappingSession(run.events.getLast()).queue(0));
  }

  private static void checkStays(Function<Scripted, MachineQueue> handedOut) {
    AllocationRules rules = AllocationRules.bounded(2, DroppingScope.NONE);
    Scripted run = new Scripted(SYSTEM, rules, event -> List.of());
    run.arrive(task(0, 1, 50)).settle(1);
    MachineQueue queue = handedOut.apply(run);
    run.arrive(task(1, 4, 50)).settle(4);

    assertThat(queue.tail()).isEqualTo(Pmf.at(1, 1));
    assertThat(handedOut.apply(run).tail()).isEqualTo(Pmf.at(4, 1));
  }

  @Test
  void theDriverIsToldWhatItTellsWrongly() {
    Scripted run = firstFit(AllocationRules.bounded(1, DroppingScope.NONE));
    run.arrive(task(0, 0, 9), task(1, 0, 9));

    assertThatThrownBy(() -> run.arrive(task(1, 0, 9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("task 1 is in the batch queue already");
    assertThatThrownBy(() -> run.finish(0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("machine machine finished a task but runs none");
    assertThatThrownBy(() -> run.arrive(new Task(2, 1, 0, 9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("task 2 has type 1; system one machine has task types 0 to 0");
  }

  /** It was taken, and the same number then meant two tasks. */
  @Test
  void theIdOfATaskThatIsMappedOrHeldBackIsRefused() {
    Scripted mapped = firstFit(AllocationRules.bounded(2, DroppingScope.NONE));
    mapped.arrive(task(0, 0, 9), task(1, 0, 9)).settle(0);

    for (Scripted run : List.of(mapped, held(20))) {
      assertThatThrownBy(() -> run.arrive(task(0, 2, 9)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("task 0 arrives, and is mapped or held back already");
    }
    assertThatThrownBy(() -> mapped.arrive(task(1, 2, 9)))
        .hasMessageContaining("task 1 arrives, and is mapped");
  }

  /** An event takes 3 ticks, within which a task arrives, one expires and one is assigned twice. */
  @Test
  void decisionsThatTakeTimeTakeEffectAtTheirEnd() {
    AllocationRules plain = AllocationRules.bounded(2, DroppingScope.PENDING);
    AllocationRules charged =
        new AllocationRules(
            plain.management(),
            plain.scope(),
            plain.deadlines(),
            plain.trigger(),
            new SchedulerCharge(1.5),
            false,
            Fill.EARLY,
            true);
    Scripted run = firstFit(charged);
    run.evaluations = 2;
    run.arrive(task(0, 0, 20), task(1, 0, 20)).settle(0);
    assertThat(run.manager.isMapping()).isTrue();
    assertThat(run.manager.nextWakeUp()).isEqualTo(3);
    assertThat(run.manager.unmapped()).isEqualTo(2);
    assertThat(run.manager.taskCancelled(1, 1)).isTrue();
    run.settle(1);
    run.arrive(task(2, 2, 20)).settle(2);
    assertThat(run.calls).isEmpty();

    run.settle(3);

    assertThat(run.manager.wasHeldUp()).isTrue();
    assertThat(run.calls).containsExactly("3: start 0 on machine");
    assertThat(run.eventTimes()).containsExactly(0L, 3L);
    assertThat(run.left()).containsExactly("1: 1 CANCELLED");
    assertThat(run.entries)
        .contains(new Journal.Charged(0, 3), new Journal.EventEnded(3), new Journal.Charged(3, 3));

    run.settle(6);
    assertThat(run.manager.isMapping()).isFalse();
    assertThat(run.manager.queue(0).tasks()).extracting(Task::id).containsExactly(0, 2);
    run.finish(7, 0).settle(7);
    assertThat(run.manager.wasHeldUp()).isFalse();
  }

  @Test
  void anotherManagerGoesOnWhereOneStopped() {
    Journal.Running running = new Journal.Running(new Placement(0, 0, 0), task(5, 0, 30), 1);
    Journal.Held heldBack = new Journal.Held(task(7, 0, 30), 6);
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.NONE));
    run.manager.takeOver(
        new Journal.Began(
            2,
            SYSTEM,
            run.manager.rules(),
            "scripted",
            "",
            List.of(task(6, 0, 30)),
            List.of(running),
            Optional.empty(),
            List.of(heldBack)));
    assertThat(run.manager.unmapped()).isEqualTo(2);
    assertThat(run.manager.nextWakeUp()).isEqualTo(6);
    for (int id = 5; id <= 7; id += 2) {
      Task again = task(id, 2, 30);
      assertThatThrownBy(() -> run.arrive(again))
          .hasMessageContaining("task " + again.id() + " arrives, and is mapped or held back");
    }

    run.settle(2);
    assertThat(run.eventTimes()).as("what waits is looked at at once").containsExactly(2L);
    assertThat(run.manager.queue(0).tasks()).extracting(Task::id).containsExactly(5, 6);
    assertThat(run.manager.queue(0).start()).isEqualTo(1);
    run.finish(4, 0).settle(4).settle(6);
    assertThat(run.manager.queue(0).tasks()).extracting(Task::id).containsExactly(6, 7);
  }

  @Test
  void whatIsLearnedIsBelievedFromThenOn() {
    Scripted run = firstFit(AllocationRules.bounded(2, DroppingScope.NONE));
    run.arrive(task(0, 0, 50), task(1, 0, 50)).settle(0);
    assertThat(run.manager.queue(0).tail().mean()).isEqualTo(6);

    Pmf five = Pmf.at(5, 1);
    run.manager.learned(1, 0, 0, 0, five);

    assertThat(run.entries).contains(new Journal.Learned(1, 0, 0, 0, five));
    assertThat(run.manager.system().pet().get(0, 0, 0)).isEqualTo(five);
    assertThat(run.manager.queue(0).tail().mean()).isEqualTo(10);
  }

  @Test
  void anotherPolicyIsAskedAtOnce() {
    Scripted run = deferring(AllocationRules.bounded(2, DroppingScope.NONE));
    run.arrive(task(0, 0, 50)).settle(0);
    Scripted other = firstFit(AllocationRules.bounded(2, DroppingScope.NONE));
    run.manager.policyChanged(1, other.policy, "none");
    run.settle(1);

    assertThat(run.entries).contains(new Journal.PolicyChanged(1, "scripted", "none"));
    assertThat(run.calls).containsExactly("1: start 0 on machine");
    assertThat(other.events).extracting(MappingEvent::now).containsExactly(1L);
  }

  @Test
  void aTimeBeforeOneThatWasToldIsRefused() {
    Scripted run = firstFit(AllocationRules.bounded(1, DroppingScope.NONE));
    run.arrive(task(0, 5, 9)).settle(5);

    assertThatThrownBy(() -> run.settle(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("time goes back from 5 to 4");
    assertThatThrownBy(() -> run.finish(3, 0)).hasMessageContaining("time goes back");
    run.settle(5);
  }
}
