package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.utility.UtilityPoints;
import org.junit.jupiter.api.Test;

/**
 * Tasks of 10, 4 and 1 ticks that a first-come heuristic maps to one machine in this order. The
 * long one earns 5 until 30, the others until 6 and until 2. So all earn it if the shortest comes
 * first: it completes at 1, the middle one at 5, the long one at 15.
 */
class PermutingHeuristicTest {
  private static final HcSystem ONE = Life.certain(new long[][][] {{{10}}, {{4}}, {{1}}}, 0);
  private static final MappingHeuristic FIRST_COME =
      new OneByOne(PlacementChoice.best(PairOrder.lowest(PairMeasure.READY_TIME)));

  private static Task task(int id, int type, double worth, long until) {
    UtilityPoints utility =
        new UtilityPoints(
            List.of(new UtilityPoints.Point(until, worth), new UtilityPoints.Point(until, 0)));
    return new Task(id, type, 0, Task.NO_DEADLINE, utility);
  }

  private static Life life() {
    return new Life(ONE, AllocationRules.unbounded(DroppingScope.NONE));
  }

  /** Steps belong to the later point, so what is worth something until 2 is at 1, not at 2. */
  private static List<Integer> order(Life life, int first) {
    life.event(
        0,
        new PermutingHeuristic(FIRST_COME, first),
        task(0, 0, 5, 30),
        task(1, 1, 5, 6),
        task(2, 2, 5, 2));
    return life.manager.queue(0).tasks().stream().map(Task::id).toList();
  }

  @Test
  void theFirstTasksAreInTheOrderThatEarnsMost() {
    assertThat(order(life(), 1)).containsExactly(0, 1, 2);
    assertThat(order(life(), 2)).containsExactly(1, 0, 2);
    assertThat(order(life(), 3)).containsExactly(2, 1, 0);
    assertThat(order(life(), 7)).containsExactly(2, 1, 0);
  }

  @Test
  void ofOrdersThatEarnAlikeTheFirstIsTaken() {
    Life life = life();
    life.event(
        0,
        new PermutingHeuristic(FIRST_COME, 3),
        task(0, 0, 5, 100),
        task(1, 1, 5, 100),
        task(2, 2, 5, 100));

    assertThat(life.manager.queue(0).tasks()).extracting(Task::id).containsExactly(0, 1, 2);
  }

  @Test
  void whereThereAreFiltersNothingIsPermuted() {
    assertThat(order(life().refusing(9, 0), 3)).containsExactly(0, 1, 2);
  }

  /**
   * What waits at the machine from before stays ahead: it takes until 1, so that the shortest one
   * is late, and the middle one completes at 5 if it comes first.
   */
  @Test
  void onlyWhatWasMappedInTheEventIsPermuted() {
    Life life = life();
    life.event(0, FIRST_COME, task(3, 2, 5, 100));

    assertThat(order(life, 3)).containsExactly(3, 1, 0, 2);
  }

  @Test
  void itCountsAsTheHeuristicDoes() {
    MappingHeuristic stages = new SufferageHeuristic(false);

    assertThat(new PermutingHeuristic(stages, 2).evaluations(4, 3)).isEqualTo(4 * 5 / 2 * 3);
  }

  @Test
  void lessThanOneTaskIsRefused() {
    assertThatThrownBy(() -> new PermutingHeuristic(FIRST_COME, 0))
        .hasMessageContaining("at least 1");
  }
}
