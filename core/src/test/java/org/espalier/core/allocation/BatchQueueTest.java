package org.espalier.core.allocation;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
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

  /** Against all tasks, sorted anew each time. */
  @Test
  void tasksAreKnownByTypeAndDeadline() {
    SplittableRandom random = new SplittableRandom(3);
    List<Task> all = new ArrayList<>();
    for (int id = 0; id < 400; id++) {
      Task task = new Task(id, random.nextInt(3), random.nextInt(40), 40 + random.nextInt(40));
      queue.add(task);
      all.add(task);
      for (int leaving = random.nextInt(id % 50 == 49 ? 40 : 3);
          leaving > 0 && !all.isEmpty();
          leaving--) {
        queue.leave(queue.find(all.remove(random.nextInt(all.size())).id()).orElseThrow());
      }
      if (random.nextBoolean()) {
        queue.forgetLeft();
        assertThat(queue.candidates()).hasSameSizeAs(all);
      }
      Comparator<Task> byArrival = comparing(Task::arrival).thenComparing(Task::id);
      Comparator<Task> byDeadline = comparing(Task::deadline).thenComparing(byArrival);
      for (int type = 0; type < 4; type++) {
        int of = type;
        assertThat(queue.byDeadline(type))
            .extracting(Candidate::task)
            .isEqualTo(all.stream().filter(t -> t.type() == of).sorted(byDeadline).toList());
      }
      assertThat(queue.overdue(50))
          .extracting(Candidate::task)
          .isEqualTo(all.stream().filter(t -> t.deadline() <= 50).sorted(byArrival).toList());
      assertThat(queue.earliestDeadline())
          .isEqualTo(all.stream().mapToLong(Task::deadline).min().orElse(TimeSpan.NEVER));
    }
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
