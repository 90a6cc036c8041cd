package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.heuristic.PairMeasure.CHANCE_OF_SUCCESS;
import static org.espalier.core.heuristic.PairMeasure.DEADLINE;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.MEAN_EXECUTION_TIME;
import static org.espalier.core.heuristic.PairMeasure.URGENCY;
import static org.espalier.core.heuristic.PairMeasure.UTILITY;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.api.Test;

/** Two machines on which tasks take 4 and 6 ticks, and a third like the first. */
class PairOrderTest {
  private static final HcSystem SYSTEM = Life.certain(new long[][][] {{{4}, {6}}}, 0, 1, 0);

  private interface Look {
    void at(MappingSession session, Candidate early, Candidate late);
  }

  private static void look(DroppingScope scope, Look look) {
    new Life(SYSTEM, AllocationRules.unbounded(scope))
        .hold(
            0,
            session -> look.at(session, session.open().get(0), session.open().get(1)),
            new Task(0, 0, 0, 10),
            new Task(1, 0, 0, 20));
  }

  @Test
  void theNextMeasureDecidesWhereOneTies() {
    PairOrder order = lowest(MEAN_EXECUTION_TIME).thenLowest(DEADLINE);
    look(
        DroppingScope.NONE,
        (session, early, late) -> {
          assertThat(order.compare(session, late, 0, early, 1)).isNegative();
          assertThat(order.compare(session, early, 1, late, 0)).isPositive();
          assertThat(order.compare(session, early, 0, late, 2)).isNegative();
          assertThat(order.compare(session, late, 0, early, 2)).isPositive();
          assertThat(order.compare(session, early, 0, early, 2)).isZero();
          assertThat(highest(DEADLINE).compare(session, late, 0, early, 0)).isNegative();
        });
  }

  @Test
  void ofEqualPlacementsThatWithTheLowerIdComesFirst() {
    PairOrder order = lowest(MEAN_EXECUTION_TIME);
    look(
        DroppingScope.NONE,
        (session, early, late) -> {
          assertThat(order.comesFirst(session, early, 0, 2)).isTrue();
          assertThat(order.comesFirst(session, early, 2, 0)).isFalse();
          assertThat(order.comesFirst(session, early, 2, 1)).isTrue();
          assertThat(order.comesFirst(session, early, 1, 2)).isFalse();
        });
  }

  @Test
  void theLowerScoreComesFirst() {
    look(
        DroppingScope.NONE,
        (session, early, late) -> {
          assertThat(lowest(MEAN_EXECUTION_TIME).score(session, early, 1)).isEqualTo(6);
          assertThat(highest(MEAN_EXECUTION_TIME).score(session, early, 1)).isEqualTo(-6);
        });
  }

  /** A pair falls back if each measure does: it may stay equal in the first. */
  @Test
  void whatBecomesWorseAsQueuesGrowOnlyFallsBack() {
    assertThat(lowest(EXPECTED_COMPLETION).onlyFallsBack()).isTrue();
    assertThat(highest(EXPECTED_COMPLETION).onlyFallsBack()).isFalse();
    assertThat(highest(CHANCE_OF_SUCCESS).onlyFallsBack()).isTrue();
    assertThat(lowest(CHANCE_OF_SUCCESS).onlyFallsBack()).isFalse();
    assertThat(highest(UTILITY).thenLowest(EXPECTED_COMPLETION).onlyFallsBack()).isTrue();
    assertThat(highest(UTILITY).thenLowest(MEAN_EXECUTION_TIME).onlyFallsBack()).isFalse();
  }

  @Test
  void whoIsFreeSoonerIsBetterWhereCompletionsCount() {
    assertThat(lowest(EXPECTED_COMPLETION).soonerIsBetter()).isTrue();
    assertThat(highest(UTILITY).soonerIsBetter()).isFalse();
    assertThat(highest(UTILITY).thenLowest(EXPECTED_COMPLETION).soonerIsBetter()).isTrue();
    assertThat(lowest(MEAN_EXECUTION_TIME).thenLowest(EXPECTED_COMPLETION).soonerIsBetter())
        .isFalse();
  }

  @Test
  void whetherOfOneTypeTheSoonestDeadlineComesFirst() {
    assertThat(lowest(DEADLINE).soonestFirst()).isTrue();
    assertThat(highest(DEADLINE).soonestFirst()).isFalse();
    assertThat(highest(CHANCE_OF_SUCCESS).soonestFirst()).isFalse();
    assertThat(lowest(EXPECTED_COMPLETION).thenLowest(DEADLINE).soonestFirst()).isTrue();
    assertThat(lowest(DEADLINE).thenLowest(URGENCY).soonestFirst()).isFalse();
  }

  /** The machines are idle, so that no task completes behind 6. */
  @Test
  void aDeadlineThatCannotMatterIsSettled() {
    look(
        DroppingScope.PENDING,
        (session, early, late) -> {
          assertThat(lowest(EXPECTED_COMPLETION).isSettled(session, early)).isTrue();
          assertThat(highest(CHANCE_OF_SUCCESS).isSettled(session, early)).isTrue();
          assertThat(lowest(DEADLINE).isSettled(session, early)).isFalse();
          assertThat(lowest(EXPECTED_COMPLETION).thenLowest(DEADLINE).isSettled(session, early))
              .isFalse();
        });
  }

  /** A task that is due at 5 may be late on the second machine. */
  @Test
  void aDeadlineAtRiskCountsWhereItDropsOrIsMeasured() {
    for (DroppingScope scope : new DroppingScope[] {DroppingScope.NONE, DroppingScope.PENDING}) {
      new Life(SYSTEM, AllocationRules.unbounded(scope))
          .hold(
              0,
              session -> {
                Candidate risky = session.open().getFirst();
                assertThat(lowest(EXPECTED_COMPLETION).isSettled(session, risky))
                    .isEqualTo(scope == DroppingScope.NONE);
                assertThat(highest(CHANCE_OF_SUCCESS).isSettled(session, risky)).isFalse();
              },
              new Task(0, 0, 0, 5));
    }
  }

  @Test
  void whatIsSaidOfAPairIsTheFirstMeasure() {
    look(
        DroppingScope.NONE,
        (session, early, late) ->
            assertThat(
                    highest(MEAN_EXECUTION_TIME)
                        .thenLowest(DEADLINE)
                        .basis(session, early, 1)
                        .toString())
                .isEqualTo("mean execution time 6.00000"));
  }
}
