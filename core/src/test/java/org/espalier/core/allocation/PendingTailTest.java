package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** The tail under PENDING, asked more often than it answers without a convolution. */
class PendingTailTest {
  private static final Pmf SHORT = Pmf.of(2, 2, 0.5, 0, 0.25, 0.25);
  private static final Pmf LONG = Pmf.of(0, 2, 0.1, 0.2, 0.3, 0.4);

  private static MachineQueue queue(boolean busy, Task... tasks) {
    return Queues.at(12, busy, 11, List.of(tasks), DroppingScope.PENDING, SHORT, LONG);
  }

  private static Task task(int id, int type, long deadline) {
    return new Task(id, type, 0, deadline);
  }

  private static void assertIsTheTail(MachineQueue queue) {
    PendingTail tail = new PendingTail(queue);
    assertThat(tail.mean()).isCloseTo(queue.tail().mean(), within(1e-9));
    for (int times = 0; times < 4; times++) {
      for (long time = 0; time < 50; time++) {
        assertThat(tail.before(time)).isCloseTo(queue.tail().cumulative(time - 1), within(1e-12));
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
}
