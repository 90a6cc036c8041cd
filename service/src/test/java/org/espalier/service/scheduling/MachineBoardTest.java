package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.ToIntFunction;
import org.espalier.core.model.HcSystem;
import org.espalier.service.live.MachineGroup;
import org.espalier.service.live.MachineQuery;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Overview.QueuedTask;
import org.espalier.service.live.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A board of four machines of one type and four of another, worked by hand. */
class MachineBoardTest {
  private static final HcSystem SYSTEM = LiveFixtures.system(2, 4);

  private final MachineBoard board = new MachineBoard(SYSTEM);

  @BeforeEach
  void allAreIdle() {
    for (int m = 0; m < 8; m++) {
      put(m, "ready");
    }
  }

  private void put(int machine, String condition, QueuedTask... queue) {
    String type = SYSTEM.machines().get(machine).type().name();
    boolean busy = queue.length > 0 && queue[0].start() != Run.NOT_STARTED;
    boolean available = condition.equals("ready");
    board.put(
        machine,
        new MachineState("m" + machine, type, available, condition, busy, List.of(queue), 2));
  }

  private static QueuedTask running(long start, double mean) {
    return new QueuedTask(0, "task", 0, 100, start, mean, Double.NaN);
  }

  private static QueuedTask pending(double mean) {
    return running(Run.NOT_STARTED, mean);
  }

  @Test
  void thoseExpectedToBeReadyFirstAreKnownForEachType() {
    put(0, "ready", running(10, 50)); // ready at 60
    put(1, "ready", running(0, 20), pending(30)); // at 50
    put(2, "ready", running(40, 30)); // at 70
    put(3, "drained");
    put(4, "ready", running(5, 5));

    assertThat(board.readyFirst(2)).containsExactly(1, 0, 5, 6);
    put(1, "ready", running(20, 41)); // now at 61
    assertThat(board.readyFirst(2)).containsExactly(0, 1, 5, 6);
    put(3, "ready");
    assertThat(board.readyFirst(2)).containsExactly(3, 0, 5, 6);
  }

  @Test
  void tasksAreCounted() {
    for (int m = 0; m < 4; m++) {
      put(m, "ready", running(10, 50), pending(10));
    }
    assertThat(sum(MachineGroup::busy)).isEqualTo(4);
    assertThat(sum(MachineGroup::queued)).isEqualTo(8);

    put(2, "ready", running(10, 50));
    assertThat(sum(MachineGroup::queued)).isEqualTo(7);
    for (int m = 0; m < 4; m++) {
      put(m, "failed: broken");
    }
    assertThat(sum(MachineGroup::busy)).isZero();
  }

  private int sum(ToIntFunction<MachineGroup> figure) {
    return board.groups(0).stream().mapToInt(figure).sum();
  }

  @Test
  void thoseWorthALookComeFirst() {
    put(1, "ready", running(0, 20));
    put(2, "ready", running(0, 20), pending(20)); // both in time at 40
    put(3, "ready", running(0, 101)); // late, as its deadline is 100
    put(5, "drained");
    put(7, "failed: broken");

    assertThat(board.find(MachineQuery.attention(8, 0), 10))
        .containsExactly(7, 5, 3, 2, 1, 0, 4, 6);
  }
}
