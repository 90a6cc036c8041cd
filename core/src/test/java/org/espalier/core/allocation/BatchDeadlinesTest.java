package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Expected completions are computed up to the latest deadline in the batch queue, no further. */
class BatchDeadlinesTest {
  private static final long FAR = 1_000;

  /** The queue after each event, as the policy left it. */
  private final List<MachineQueue> queues = new ArrayList<>();

  private Scripted scripted() {
    return new Scripted(
        Queues.oneMachine(Pmf.of(2, 2, 0.25, 0.25, 0.25, 0.25)),
        AllocationRules.bounded(4, DroppingScope.PENDING),
        AssertionMode.OFF,
        this::mapAll);
  }

  /** Asks of each candidate and maps it while there is room. */
  private List<Decision> mapAll(MappingEvent event) {
    MappingSession session = event.session();
    for (Candidate candidate : session.open()) {
      double expected = session.expectedCompletion(candidate, 0);
      if (session.hasRoom(0)) {
        session.assign(candidate, 0, Basis.of("expected completion", expected));
      }
    }
    queues.add(session.unshownQueue(0));
    return session.decisions();
  }

  private static Task task(int id, long deadline) {
    return new Task(id, 0, 0, deadline);
  }

  @Test
  void theRangeOfThoseIncludedSinceItWasCleared() {
    BatchDeadlines deadlines = new BatchDeadlines();
    assertThat(deadlines.earliest()).isEqualTo(ResourceManager.NEVER);
    assertThat(deadlines.latest()).isZero();
    deadlines.include(7);
    deadlines.include(5);
    assertThat(deadlines.earliest()).isEqualTo(5);
    assertThat(deadlines.latest()).isEqualTo(7);
    deadlines.clear();
    deadlines.include(3);
    assertThat(deadlines.latest()).isEqualTo(3);
  }

  @Test
  void noWholeCompletionTimeOfAPendingTaskIsComputed() {
    scripted().arrive(task(0, 10), task(1, 11), task(2, 12), task(3, 13), task(4, 14)).settle(0);
    MachineQueue queue = queues.getFirst();
    assertThat(queue.size()).isEqualTo(4);
    for (int position = 0; position < queue.size(); position++) {
      assertThat(queue.isCompletionKnown(position)).as("position %d", position).isFalse();
    }
  }

  /** The first task, which has time, is the running one at the second event. */
  @Test
  void aDeadlineThatHasLeftTheBatchQueueIsForgotten() {
    scripted()
        .arrive(task(0, FAR), task(1, 11), task(2, 12), task(3, 13))
        .settle(0)
        .arrive(new Task(4, 0, 1, 14))
        .settle(1);
    MachineQueue queue = queues.getLast();
    assertThat(queue.isBusy()).isTrue();
    assertThat(queue.earlyReadyTime(3, 14).reaches(14)).isTrue();
    assertThat(queue.earlyReadyTime(3, 14).reaches(FAR)).isFalse();
  }
}
