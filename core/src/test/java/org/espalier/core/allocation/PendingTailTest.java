package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Theories.draw;
import static org.espalier.core.Theories.theory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.PlainCompletionTimes;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.RandomnessSource;

/**
 * The tail under PENDING, asked more often than it answers without a convolution, up to its horizon
 * and beyond.
 */
class PendingTailTest {
  private static final Pmf SHORT = Pmf.of(2, 2, 0.5, 0, 0.25, 0.25);
  private static final Pmf LONG = Pmf.of(0, 2, 0.1, 0.2, 0.3, 0.4);
  private static final HcSystem SYSTEM = Queues.oneMachine(SHORT, LONG);

  private static MachineQueue queue(boolean busy, Task... tasks) {
    return Queues.at(12, busy, 11, List.of(tasks), DroppingScope.PENDING, SHORT, LONG);
  }

  private static Task task(int id, int type, long deadline) {
    return new Task(id, type, 0, deadline);
  }

  private static void assertIsTheTail(MachineQueue queue) {
    for (long horizon = 0; horizon < 50; horizon += 7) {
      assertIs(
          queue.changed(SYSTEM, Approximation.OFF, true).tail(), new PendingTail(queue, horizon));
    }
  }

  private static void assertIs(Pmf whole, PendingTail tail) {
    assertThat(tail.mean()).isCloseTo(whole.mean(), within(1e-9));
    for (int times = 0; times < 4; times++) {
      for (long time = 0; time < 50; time++) {
        assertThat(tail.before(time)).isCloseTo(whole.cumulative(time - 1), within(1e-12));
      }
    }
  }

  @Test
  void ofAnEmptyQueue() {
    assertIsTheTail(queue(false));
  }

  @Test
  void ofARunningTaskAlone() {
    assertIsTheTail(queue(true, task(0, 0, 14)));
  }

  @Test
  void ofPendingTasksOnAnIdleMachine() {
    assertIsTheTail(queue(false, task(0, 0, 20)));
    assertIsTheTail(queue(false, task(0, 0, 20), task(1, 1, 15)));
  }

  @Test
  void ofTasksThatMayBeDropped() {
    assertIsTheTail(queue(true, task(0, 0, 30), task(1, 1, 16), task(2, 0, 17)));
  }

  @Test
  void ofATaskThatIsSureToBeDropped() {
    assertIsTheTail(queue(true, task(0, 0, 30), task(1, 1, 12)));
  }

  @Test
  void ofTasksThatAreSureToStart() {
    assertIsTheTail(queue(true, task(0, 0, 30), task(1, 1, 90), task(2, 0, 90)));
  }

  /**
   * What is known of the first tasks is shared between states, and computed again for later
   * deadlines; whole completion times of pending tasks are not computed.
   */
  @Test
  void ofAQueueThatChangesBesideABatchQueue() {
    theory()
        .withExamples(2_000)
        .forAll(PendingTailTest::steps)
        .checkAssert(steps -> {
          BatchDeadlines batch = new BatchDeadlines();
          MachineQueue queue = Queues.empty(batch, DroppingScope.PENDING, 12, SHORT, LONG);
          for (Step step : steps) {
            queue = step.change().apply(queue);
            if (step.cleared()) {
              batch.clear();
            }
            batch.include(step.candidate().deadline());
            assertExpectedBehind(queue, step.candidate());
            for (int i = queue.firstPending(); i < queue.size(); i++) {
              assertThat(queue.isCompletionKnown(i)).isFalse();
            }
          }
        });
  }

  private static void assertExpectedBehind(MachineQueue queue, Task candidate) {
    double plain =
        PlainCompletionTimes.expectedCompletion(
            DroppingScope.PENDING,
            queue.fresh().tail(),
            queue.executionTime(candidate.type(), 0),
            candidate.deadline());
    assertThat(queue.history().expectedBehind(queue.version(), candidate, 0))
        .isCloseTo(plain, within(1e-9));
  }

  /** What happens to a queue and to the batch queue, and a candidate for the end of the queue. */
  private record Step(
      String name, UnaryOperator<MachineQueue> change, boolean cleared, Task candidate) {
    @Override
    public String toString() {
      return "%s, then %s%s".formatted(name, candidate, cleared ? ", alone" : "");
    }
  }

  private static List<Step> steps(RandomnessSource random) {
    List<Step> steps = new ArrayList<>();
    long now = 12;
    int size = 0;
    boolean busy = false;
    for (int i = draw(random, 1, 8); i > 0; i--) {
      boolean cleared = draw(random, 0, 2) == 0;
      Task candidate = task(200 + i, draw(random, 0, 1), now + draw(random, 0, 30));
      int first = busy ? 1 : 0;
      switch (draw(random, 0, 5)) {
        case 0 -> {
          long later = now + draw(random, 1, 4);
          steps.add(new Step("at " + later, queue -> queue.at(later), cleared, candidate));
          now = later;
        }
        case 1 -> {
          long time = now;
          if (!busy && size > 0) {
            steps.add(
                new Step("started at " + time, queue -> queue.started(time), cleared, candidate));
            busy = true;
          }
        }
        case 2 -> {
          long time = now;
          if (size > first) {
            int at = draw(random, first, size - 1);
            steps.add(
                new Step("without " + at, queue -> queue.without(at, time), cleared, candidate));
            size--;
          }
        }
        default -> {
          Task task = task(100 + i, draw(random, 0, 1), now + draw(random, 0, 30));
          steps.add(new Step("with " + task, queue -> queue.with(task, 0), cleared, candidate));
          size++;
        }
      }
    }
    return steps;
  }
}
