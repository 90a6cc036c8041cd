package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.rules.TaskManagement.PendingSlot;
import org.espalier.core.allocation.rules.TaskManagement.Polled;
import org.espalier.core.allocation.rules.TaskManagement.UnboundedQueues;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Filling just in time by hand: one machine on which every task takes 4 ticks. */
class FillTest {
  private static Task[] tasks(int count) {
    return IntStream.range(0, count).mapToObj(id -> new Task(id, 0, 0, 100)).toArray(Task[]::new);
  }

  private static Scripted oneMachine(TaskManagement management, Trigger trigger) {
    return oneMachine(management, trigger, Pmf.at(4, 1));
  }

  private static Scripted oneMachine(TaskManagement management, Trigger trigger, Pmf execution) {
    AllocationRules rules =
        AllocationRules.of(management, DroppingScope.NONE)
            .withTrigger(trigger)
            .withFill(Fill.JUST_IN_TIME);
    return new Scripted(Queues.oneMachine(execution), rules, Scripted::firstFit);
  }

  private static List<Integer> queue(Scripted scripted) {
    return scripted.manager.queue(0).tasks().stream().map(Task::id).toList();
  }

  /** The event at 10 is followed by one at 20; tasks start at 10, 14, 18 and 22. */
  @Test
  void whatStartsBeforeTheNextEventStays() {
    for (TaskManagement management : List.of(new PendingSlot(), new BoundedQueues(9))) {
      Scripted scripted =
          oneMachine(management, new Trigger(0, false, 10)).arrive(tasks(5)).settle(10);

      assertThat(queue(scripted)).containsExactly(0, 1, 2);
      assertThat(scripted.manager.unmapped()).isEqualTo(2);
    }
  }

  /** The event at 8 is followed by one at 16, at which the third task would start. */
  @Test
  void whatStartsAtTheNextEventGoesBack() {
    Scripted scripted =
        oneMachine(new PendingSlot(), new Trigger(0, false, 8)).arrive(tasks(3)).settle(8);

    assertThat(queue(scripted)).containsExactly(0, 1);
  }

  @Test
  void aTaskThatWentBackIsMappedAgain() {
    Scripted scripted =
        oneMachine(new PendingSlot(), new Trigger(0, false, 8)).arrive(tasks(3)).settle(8);
    scripted.finish(12, 0).settle(12).finish(16, 0).settle(16);

    assertThat(scripted.calls)
        .containsExactly(
            "8: start 0 on machine", "12: start 1 on machine", "16: start 2 on machine");
  }

  @Test
  void withoutAPeriodOnlyAnIdleMachineTakesATask() {
    for (Trigger trigger : List.of(Trigger.EVERY_EVENT, new Trigger(1, false, 0))) {
      Scripted scripted = oneMachine(new BoundedQueues(3), trigger).arrive(tasks(3)).settle(0);

      assertThat(queue(scripted)).containsExactly(0);
    }
  }

  /** A completion causes an event at once, so that no task need wait at a machine. */
  @Test
  void soWhereCompletionsCauseEventsBesideAPeriod() {
    Trigger trigger = new Trigger(0, true, 10);
    Scripted scripted = oneMachine(new PendingSlot(), trigger).arrive(tasks(3)).settle(10);
    assertThat(queue(scripted)).containsExactly(0);

    scripted.finish(14, 0).settle(14);
    assertThat(scripted.calls).containsExactly("10: start 0 on machine", "14: start 1 on machine");
  }

  /** 4 or 16 ticks, 10 in the mean. */
  @Test
  void wherePmfsAreKnownTheExpectedStartCounts() {
    Pmf uncertain = Pmf.of(4, 4, 0.5, 0, 0, 0.5);

    assertThat(
            queue(
                oneMachine(new PendingSlot(), new Trigger(0, false, 10), uncertain)
                    .arrive(tasks(2))
                    .settle(10)))
        .containsExactly(0);
    assertThat(
            queue(
                oneMachine(new PendingSlot(), new Trigger(0, false, 12), uncertain)
                    .arrive(tasks(2))
                    .settle(12)))
        .containsExactly(0, 1);
  }

  @Test
  void itIsToldWhoAsksWhyATaskWaits() {
    Scripted scripted = oneMachine(new BoundedQueues(9), new Trigger(0, false, 5)).arrive(tasks(3));
    scripted.deferrals = true;
    scripted.settle(5);

    assertThat(scripted.entries)
        .filteredOn(Journal.Decided.class::isInstance)
        .map(entry -> ((Journal.Decided) entry).decision())
        .filteredOn(Decision.Defer.class::isInstance)
        .singleElement()
        .satisfies(decision -> assertThat(decision.task().id()).isEqualTo(2))
        .extracting(Decision::basis)
        .isEqualTo(new Basis("expected start", 13, 10));
  }

  @Test
  void wholeQueuesAreKeptByDefault() {
    AllocationRules rules = AllocationRules.bounded(3, DroppingScope.NONE);
    Scripted scripted =
        new Scripted(Queues.oneMachine(Pmf.at(4, 1)), rules, Scripted::firstFit)
            .arrive(tasks(4))
            .settle(0);

    assertThat(rules.fill()).isEqualTo(Fill.EARLY);
    assertThat(queue(scripted)).containsExactly(0, 1, 2);
  }

  @Test
  void whereThereAreNoQueuesToFillItIsRefused() {
    AllocationRules polled = AllocationRules.of(new Polled(), DroppingScope.NONE);
    AllocationRules unbounded = AllocationRules.of(new UnboundedQueues(), DroppingScope.NONE);

    assertThatThrownBy(() -> polled.withFill(Fill.JUST_IN_TIME))
        .hasMessageStartingWith("machines that are polled have no queues to fill just in time")
        .hasMessageContaining("set fill: early, or queue_capacity: pending-slot or a number");
    assertThatThrownBy(() -> unbounded.withFill(Fill.JUST_IN_TIME))
        .hasMessageStartingWith("with unbounded queues each task is mapped as it arrives");
  }
}
