package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.utility.UtilityPoints;
import org.junit.jupiter.api.Test;

/**
 * Four tasks that wait: 0 from the beginning on, 1 and 2 from 5 on, 3 from 7 on. 1 and 2 are worth
 * 9, the others 1.
 */
class TaskOrderTest {
  private final List<Candidate> waiting = new ArrayList<>();

  TaskOrderTest() {
    HcSystem system = Life.certain(new long[][][] {{{1}}}, 0);
    Life life = new Life(system, AllocationRules.unbounded(DroppingScope.NONE));
    life.hold(0, session -> {}, task(0, 0, 1));
    life.hold(5, session -> {}, task(1, 5, 9), task(2, 5, 9));
    life.hold(7, session -> waiting.addAll(session.open()), task(3, 7, 1));
  }

  private static Task task(int id, long arrival, double worth) {
    UtilityPoints utility = new UtilityPoints(List.of(new UtilityPoints.Point(0, worth)));
    return new Task(id, 0, arrival, Task.NO_DEADLINE, utility);
  }

  private static List<Integer> taken(TaskOrder order, List<Candidate> candidates) {
    List<Integer> ids = new ArrayList<>();
    order.take(candidates, candidate -> ids.add(candidate.task().id()));
    return ids;
  }

  @Test
  void asTheyWait() {
    assertThat(taken(TaskOrder.AS_THEY_WAIT, waiting.reversed())).containsExactly(3, 2, 1, 0);
  }

  @Test
  void byArrivalThenById() {
    assertThat(taken(TaskOrder.FCFS, waiting.reversed())).containsExactly(0, 1, 2, 3);
    assertThat(taken(TaskOrder.LCFS, waiting.reversed())).containsExactly(3, 1, 2, 0);
  }

  @Test
  void byUtilityAtArrivalThenByArrival() {
    assertThat(taken(TaskOrder.PRIORITIZED_FCFS, waiting.reversed())).containsExactly(1, 2, 0, 3);
    assertThat(taken(TaskOrder.PRIORITIZED_LCFS, waiting.reversed())).containsExactly(1, 2, 3, 0);
  }

  /** The last of four, the first of three, the second of two, and what is left. */
  @Test
  void randomOnesAreDrawnFromThoseThatAreLeft() {
    Iterator<Double> units = List.of(0.99, 0.0, 0.5, 0.0).iterator();

    assertThat(taken(TaskOrder.random(units::next), waiting)).containsExactly(3, 0, 2, 1);
  }
}
