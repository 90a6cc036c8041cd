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
        twoPhase(
            "MM",
            "min completion, min completion (Min-Min)",
            "THESIS 3.3.1.1, JOURNAL 8.3.1",
            MIN_COMPLETION,
            MIN_COMPLETION_THEN_SHORTEST),
        twoPhase(
            "MSD",
            "min completion, then soonest deadline",
            "THESIS 3.3.1.2, JOURNAL 8.3.2",
            MIN_COMPLETION,
            SOONEST_DEADLINE),
        twoPhase(
            "MMU",
            "min completion, then max urgency 1/(deadline - expected completion)",
            "THESIS 3.3.1.3, JOURNAL 8.3.3",
            MIN_COMPLETION,
            highest(URGENCY)),
        twoPhase(
            "EDF",
            "earliest deadline first: MSD on machines of a single type",
            "THESIS 3.3.3.2",
            MIN_COMPLETION,
            SOONEST_DEADLINE),
        twoPhase(
            "SJF",
            "shortest job first: MM on machines of a single type",
            "THESIS 3.3.3.3",
            MIN_COMPLETION,
            MIN_COMPLETION_THEN_SHORTEST));
  }

  /** A heuristic of an order for the first phase and one for the second. */
  static HeuristicProvider twoPhase(
      String name, String summary, String source, PairOrder first, PairOrder second) {
    return new HeuristicProvider(
            name,
            summary,
            source,
            settings -> new TwoPhaseHeuristic(settings.firstPhase(), first, second))
        .withFirstPhase();
  }
}
