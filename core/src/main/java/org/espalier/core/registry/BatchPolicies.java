package org.espalier.core.registry;

import static org.espalier.core.heuristic.PairMeasure.DEADLINE;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.MEAN_EXECUTION_TIME;
import static org.espalier.core.heuristic.PairMeasure.URGENCY;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.List;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.TwoPhaseHeuristic;

/**
 * The two-phase heuristics of THESIS 3.3.1 and JOURNAL 8.3, and those of THESIS 3.3.3 that are the
 * same on machines of a single type. Each is two orders: of the machines for a task, and of the
 * tasks for a machine.
 */
final class BatchPolicies {
  static final PairOrder MIN_COMPLETION = PairOrder.earliestCompletion();
  static final PairOrder MIN_COMPLETION_THEN_SHORTEST =
      lowest(EXPECTED_COMPLETION).thenLowest(MEAN_EXECUTION_TIME);

  private static final PairOrder SOONEST_DEADLINE =
      lowest(DEADLINE).thenLowest(EXPECTED_COMPLETION).thenLowest(MEAN_EXECUTION_TIME);

  private BatchPolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        twoPhase("MM", MIN_COMPLETION, MIN_COMPLETION_THEN_SHORTEST),
        twoPhase("MSD", MIN_COMPLETION, SOONEST_DEADLINE),
        twoPhase("MMU", MIN_COMPLETION, highest(URGENCY)),
        twoPhase("EDF", MIN_COMPLETION, SOONEST_DEADLINE),
        twoPhase("SJF", MIN_COMPLETION, MIN_COMPLETION_THEN_SHORTEST));
  }

  /** A heuristic of an order for the first phase and one for the second. */
  static HeuristicProvider twoPhase(String name, PairOrder first, PairOrder second) {
    return new HeuristicProvider(
            name, settings -> new TwoPhaseHeuristic(settings.firstPhase(), first, second))
        .withFirstPhase();
  }
}
