package org.espalier.core.registry;

import static org.espalier.core.heuristic.PairMeasure.CHANCE_OF_SUCCESS;
import static org.espalier.core.heuristic.PairMeasure.DEADLINE;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.MEAN_EXECUTION_TIME;
import static org.espalier.core.heuristic.PairMeasure.URGENCY;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.List;
import org.espalier.core.heuristic.MaxOntimeCompletions;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.TwoPhaseHeuristic;

/** The policies that come with Espalier. */
final class BuiltInPolicies {
  private static final PairOrder MIN_COMPLETION = lowest(EXPECTED_COMPLETION);
  private static final PairOrder MIN_COMPLETION_THEN_SHORTEST =
      MIN_COMPLETION.thenLowest(MEAN_EXECUTION_TIME);

  private BuiltInPolicies() {}

  static List<PolicyProvider> all() {
    return List.of(minMin(), soonestDeadline(), maxUrgency(), maxOntime(), pruningAware());
  }

  private static PolicyProvider minMin() {
    return twoPhase(
        "MM",
        "min completion, min completion (Min-Min)",
        "THESIS 3.3.1.1, JOURNAL 8.3.1",
        MIN_COMPLETION,
        MIN_COMPLETION_THEN_SHORTEST);
  }

  private static PolicyProvider soonestDeadline() {
    return twoPhase(
        "MSD",
        "min completion, then soonest deadline",
        "THESIS 3.3.1.2, JOURNAL 8.3.2",
        MIN_COMPLETION,
        lowest(DEADLINE).thenLowest(EXPECTED_COMPLETION).thenLowest(MEAN_EXECUTION_TIME));
  }

  private static PolicyProvider maxUrgency() {
    return twoPhase(
        "MMU",
        "min completion, then max urgency 1/(deadline - expected completion)",
        "THESIS 3.3.1.3, JOURNAL 8.3.3",
        MIN_COMPLETION,
        highest(URGENCY));
  }

  private static PolicyProvider maxOntime() {
    return PolicyProvider.ofHeuristic(
        "MOC",
        "max on-time completions: cull below 0.3, permute the three most robust pairs",
        "THESIS 3.3.1.4, JOURNAL 8.3.4",
        settings ->
            new MaxOntimeCompletions(settings.firstPhase(), MaxOntimeCompletions.DEFAULT_ALPHA));
  }

  private static PolicyProvider pruningAware() {
    return PolicyProvider.ofHeuristic(
        "PAM",
        "pruning-aware mapper: max chance of success, then min completion, with the whole pruner",
        "THESIS algorithm 2, JOURNAL 6.3.1",
        PruningParts.WHOLE,
        settings ->
            new TwoPhaseHeuristic(
                settings.firstPhase(),
                highest(CHANCE_OF_SUCCESS).thenLowest(EXPECTED_COMPLETION),
                MIN_COMPLETION_THEN_SHORTEST));
  }

  private static PolicyProvider twoPhase(
      String name, String summary, String source, PairOrder first, PairOrder second) {
    return PolicyProvider.ofHeuristic(
        name,
        summary,
        source,
        settings -> new TwoPhaseHeuristic(settings.firstPhase(), first, second));
  }
}
