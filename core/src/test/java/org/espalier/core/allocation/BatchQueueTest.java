package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.junit.jupiter.api.Test;

class BatchQueueTest {
  private final BatchQueue queue = new BatchQueue();

  private static Task task(int id, long arrival, long deadline) {
    return new Task(id, 0, arrival, deadline);
  }

  private List<Integer> ids() {
    return queue.candidates().stream().map(candidate -> candidate.task().id()).toList();
  }

  @Test
  void whoComesBackStandsWhereItStood() {
    queue.add(task(1, 0, 50));
    queue.add(task(3, 5, 90));
    queue.add(task(4, 5, 80));
    queue.add(task(2, 5, 70));

    assertThat(ids()).containsExactly(1, 2, 3, 4);
    assertThat(queue.earliestDeadline()).isEqualTo(50);
  }

  @Test
  void whoLeftIsForgottenAndItsSlotIsFree() {
    queue.add(task(1, 0, 50));
    queue.add(task(2, 1, 90));
    Candidate first = queue.find(1).orElseThrow();
    assertThat(queue.holds(first)).isTrue();

    assertThat(queue.take(1)).isEqualTo(first.task());
    assertThat(queue.holds(first)).isFalse();
    assertThat(queue.size()).as("it keeps its place").isEqualTo(2);
    queue.forgetLeft();
    assertThat(ids()).containsExactly(2);
    assertThat(queue.earliestDeadline()).isEqualTo(90);

    queue.add(task(1, 0, 60));
    queue.forgetLeft();
    assertThat(ids()).containsExactly(1, 2);
    assertThat(queue.find(1).orElseThrow().slot()).isEqualTo(first.slot());
    assertThat(queue.holds(first)).as("another of the same task").isFalse();
    queue.take(1);
    queue.take(2);
    queue.forgetLeft();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.earliestDeadline()).isEqualTo(TimeSpan.NEVER);
  }

  @Test
  void whatTasksAreWorthIsRemembered() {
    queue.add(task(1, 0, 50));
    assertThat(queue.hadWorth()).isFalse();
    assertThat(queue.takeMustCame()).isFalse();

    queue.add(new Task(2, 0, 0, 50, new DeadlineUtility(2, false)));
    assertThat(queue.hadWorth()).isTrue();
    assertThat(queue.takeMustCame()).isFalse();

    BatchQueue other = new BatchQueue();
    other.add(new Task(3, 0, 0, 50, new DeadlineUtility(1, true)));
    other.add(task(4, 0, 50));
    assertThat(other.hadWorth()).isTrue();
    assertThat(other.takeMustCame()).isTrue();
    assertThat(other.takeMustCame()).as("since it was last asked").isFalse();
  }
}
