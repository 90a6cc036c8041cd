package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.rules.TaskManagement.PendingSlot;
import org.espalier.core.allocation.rules.TaskManagement.Polled;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Pending slot and polled machines by hand: one machine on which every task takes 4 ticks. */
class TaskManagementTest {
  private static final Task A = new Task(0, 0, 0, 100);
  private static final Task B = new Task(1, 0, 0, 100);
  private static final Task C = new Task(2, 0, 0, 100);
  private static final Task D = new Task(3, 0, 0, 6);
  private static final Task E = new Task(4, 0, 1, 100);

  /** Maps the latest candidate first. */
  private static List<Decision> lastFirst(MappingEvent event) {
    MappingSession session = new MappingSession(event);
    for (Candidate candidate : session.open().reversed()) {
      if (session.hasRoom(0)) {
        session.assign(candidate, 0, Basis.of("machine", 0));
      }
    }
    return session.decisions();
  }

  private static Scripted oneMachine(TaskManagement management, Trigger trigger) {
    AllocationRules rules =
        AllocationRules.of(management, DroppingScope.PENDING).withTrigger(trigger);
    return new Scripted(Queues.oneMachine(Pmf.at(4, 1)), rules, TaskManagementTest::lastFirst);
  }

  private static List<Integer> queue(Scripted scripted) {
    return scripted.manager.queue(0).tasks().stream().map(Task::id).toList();
  }

  private static List<Journal.Entry> returned(Scripted scripted) {
    return scripted.entries.stream().filter(Journal.Returned.class::isInstance).toList();
  }

  @Test
  void virtualQueuesAreMappedAnewAtEachEvent() {
    Scripted scripted = oneMachine(new PendingSlot(), new Trigger(1, false, 0));
    scripted.arrive(A, B, C, D).settle(0);
    assertThat(queue(scripted)).containsExactly(3, 2, 1, 0);

    scripted.arrive(E).settle(1);
    assertThat(returned(scripted))
        .containsExactly(new Journal.Returned(1, 0, B), new Journal.Returned(1, 0, A));
    assertThat(queue(scripted)).containsExactly(3, 2, 4, 1, 0);
  }

  @Test
  void aFreeMachineStartsItsPendingTaskBeforeTheEventAndTheNextIsFixed() {
    Scripted scripted = oneMachine(new PendingSlot(), Trigger.EVERY_EVENT);
    scripted.arrive(A, B, C).settle(0).finish(4, 0).settle(4);

    assertThat(scripted.calls).containsExactly("0: start 2 on machine", "4: start 1 on machine");
    assertThat(scripted.events.get(1).queues().getFirst().isBusy()).isTrue();
    assertThat(returned(scripted)).as("the pending slot holds the last one").isEmpty();
    assertThat(queue(scripted)).containsExactly(1, 0);
  }

  @Test
  void virtualTasksAreWorthAnEventAtTheEndOfAPeriod() {
    Scripted scripted = oneMachine(new PendingSlot(), new Trigger(0, false, 3));
    scripted.arrive(A, B, C).settle(3);
    assertThat(scripted.manager.unmapped()).isZero();
    assertThat(scripted.manager.nextWakeUp()).isEqualTo(6);

    scripted.finish(5, 0).settle(5);
    assertThat(scripted.manager.nextWakeUp()).as("no more").isEqualTo(TimeSpan.NEVER);
  }

  @Test
  void whatIsOverdueInAVirtualQueueExpiresUnmapped() {
    Scripted scripted = oneMachine(new PendingSlot(), new Trigger(1, false, 0));
    scripted.arrive(new Task(0, 0, 0, 2), B, C).settle(0).arrive(new Task(5, 0, 3, 99)).settle(3);
    assertThat(scripted.left()).containsExactly("3: 0 EXPIRED_IN_BATCH");
    assertThat(queue(scripted)).containsExactly(2, 1, 5);
  }

  @Test
  void aPolledMachineTakesATaskWhenItIsIdle() {
    Scripted scripted = oneMachine(new Polled(), Trigger.EVERY_EVENT);
    scripted.arrive(A, B).settle(0);
    assertThat(queue(scripted)).containsExactly(1);
    assertThat(scripted.manager.unmapped()).isEqualTo(1);

    scripted.finish(4, 0).settle(4);
    assertThat(scripted.calls).containsExactly("0: start 1 on machine", "4: start 0 on machine");
  }

  @Test
  void queuesHoldATaskAtLeast() {
    assertThatThrownBy(() -> new BoundedQueues(0))
        .hasMessage("queue capacity is 0; expected at least 1");
  }
}
