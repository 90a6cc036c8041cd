package org.espalier.core.registry;

import static org.espalier.core.heuristic.PairMeasure.CHANCE_OF_SUCCESS;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairOrder.highest;

import java.util.List;
import org.espalier.core.heuristic.PairOrder;

/**
 * PAM, the pruning-aware mapper (THESIS algorithm 2, JOURNAL 6.3): the machine on which a task is
 * most robust, then the task that is done first. PAMF adds fairness; PUM does not know of the
 * pruner.
 */
final class PruningAwarePolicies {
  /** The first phase: max chance of success. */
  static final PairOrder MOST_ROBUST = highest(CHANCE_OF_SUCCESS).thenLowest(EXPECTED_COMPLETION);

  private static final PolicyParameter<Double> OWN_FACTOR =
      PolicyParameter.share(
          "own_factor", 0.1, "the fairness factor where fairness_factor is own", "JOURNAL 9.5");

  private static final PolicyParameter<Double> THRESHOLD =
      PolicyParameter.share(
          "threshold",
          0.3,
          "chance of success at or below which a task waits, as in MOC",
          "THESIS 4.4.3.1");

  private PruningAwarePolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        robustThenShort("PAM")
            .declaring(HeuristicProvider.PLAIN)
            .pruned(PruningParts.WHOLE, PolicySettings::pruning),
        robustThenShort("PAMF")
            .declaring(OWN_FACTOR)
            .pruned(PruningParts.WHOLE, PruningAwarePolicies::fair),
        robustThenShort("PUM")
            .declaring(THRESHOLD)
            .pruned(PruningParts.WHOLE, PruningAwarePolicies::unaware));
  }

  private static HeuristicProvider robustThenShort(String name) {
    return BatchPolicies.twoPhase(name, MOST_ROBUST, BatchPolicies.MIN_COMPLETION_THEN_SHORTEST);
  }

  private static PruningSettings fair(PolicySettings settings) {
    PruningSettings pruning = settings.pruning();
    return pruning.fairnessFactor().isPresent()
        ? pruning
        : pruning.withFairnessFactor(settings.parameters().get(OWN_FACTOR));
  }

  private static PruningSettings unaware(PolicySettings settings) {
    double threshold = settings.parameters().get(THRESHOLD);
    return settings.pruning().withDeferring(DeferringSettings.fixed(threshold));
  }
}
