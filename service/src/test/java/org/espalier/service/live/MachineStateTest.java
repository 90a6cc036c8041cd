package org.espalier.service.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.service.live.Overview.Activity;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Overview.QueuedTask;
import org.junit.jupiter.api.Test;

/** What a machine does, and which of its tasks are expected to be late, worked by hand. */
class MachineStateTest {

  private static MachineState machine(String condition, int capacity, QueuedTask... queue) {
    boolean busy = queue.length > 0 && queue[0].start() != Run.NOT_STARTED;
    return new MachineState(
        "m", "type", condition.equals("ready"), condition, busy, List.of(queue), capacity);
  }

  private static QueuedTask task(long start, double mean, long deadline) {
    return new QueuedTask(0, "task", 0, deadline, start, mean, Double.NaN);
  }

  private static QueuedTask pending(double mean, long deadline) {
    return task(Run.NOT_STARTED, mean, deadline);
  }

  @Test
  void aMachineDoesOneThing() {
    QueuedTask task = task(0, 10, 100);

    assertThat(machine("ready", 2).activity()).isEqualTo(Activity.IDLE);
    assertThat(machine("ready", 2, task).activity()).isEqualTo(Activity.RUNNING);
    assertThat(machine("ready", 2, task, task).activity()).isEqualTo(Activity.FULL);
    assertThat(machine("ready", MachineState.UNBOUNDED, task, task).activity())
        .isEqualTo(Activity.RUNNING);
    assertThat(machine("draining", 1, task).activity()).isEqualTo(Activity.DRAINED);
    assertThat(machine("drained", 1).activity()).isEqualTo(Activity.DRAINED);
    assertThat(machine("failed: no room", 1).activity()).isEqualTo(Activity.FAILED);
  }

  @Test
  void tasksBehindEachOtherAreExpectedOneAfterTheOther() {
    // at 50 the first is expected at 30 + 40 = 70, the second at 90, the third at 110
    MachineState machine = machine("ready", 3, task(30, 40, 70), pending(20, 89), pending(20, 110));

    assertThat(machine.expectedLate(50)).isEqualTo(1);
  }

  @Test
  void aTaskThatTakesLongerThanExpectedEndsNowAtTheEarliest() {
    // at 80 the first should have ended at 70; it is expected now, and the second at 100
    MachineState machine = machine("ready", 3, task(30, 40, 79), pending(20, 100));

    assertThat(machine.expectedLate(80)).isEqualTo(1);
    assertThat(machine.expectedLate(81)).isEqualTo(2);
  }
}
