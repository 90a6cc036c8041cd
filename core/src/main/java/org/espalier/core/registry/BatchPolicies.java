package org.espalier.core.registry;

import static org.espalier.core.heuristic.PairMeasure.CHANCE_OF_SUCCESS;
import static org.espalier.core.heuristic.PairMeasure.DEADLINE;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.MEAN_EXECUTION_TIME;
import static org.espalier.core.heuristic.PairMeasure.URGENCY;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.List;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.MaxOntimeCompletions;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.TwoPhaseHeuristic;

/**
 * The batch-mode heuristics of THESIS and JOURNAL. Those of two phases (THESIS 3.3.1, JOURNAL 8.3;
 * those of THESIS 3.3.3 are the same on machines of a single type) are two orders: of the machines
 * for a task, and of the tasks for a machine. PAM, the pruning-aware mapper (THESIS algorithm 2,
 * JOURNAL 6.3), takes the machine on which a task is most robust, then the task that is done first;
 * PAMF adds fairness, and PUM does not know of the pruner. MOC is max on-time completions, MOCA
 * what THESIS 4.4.3.1 makes of it.
 */
final class BatchPolicies {
  static final PairOrder MIN_COMPLETION = PairOrder.earliestCompletion();

  /** The first phase of PAM: max chance of success. */
  static final PairOrder MOST_ROBUST = highest(CHANCE_OF_SUCCESS).thenLowest(EXPECTED_COMPLETION);

  private static final PairOrder MIN_COMPLETION_THEN_SHORTEST =
      lowest(EXPECTED_COMPLETION).thenLowest(MEAN_EXECUTION_TIME);

  private static final PairOrder SOONEST_DEADLINE =
      lowest(DEADLINE).thenLowest(EXPECTED_COMPLETION).thenLowest(MEAN_EXECUTION_TIME);

  private static final PolicyParameter<Double> OWN_FACTOR =
      PolicyParameter.share(
          "own_factor", 0.1, "the fairness factor where fairness_factor is own", "JOURNAL 9.5");

  private static final PolicyParameter<Double> THRESHOLD =
      PolicyParameter.share(
          "threshold",
          0.3,
          "chance of success at or below which a task waits, as in MOC",
          "THESIS 4.4.3.1");

  private static final String OF_MOC = "THESIS 3.3.1.4, JOURNAL 8.3.4";

  private static final PolicyParameter<Double> ALPHA =
      PolicyParameter.share("alpha", 0.3, "chance of success below which a task is culled", OF_MOC);

  private static final PolicyParameter<Integer> PERMUTED =
      PolicyParameter.whole(
          "permuted",
          1,
          10,
          3,
          "most robust pairs of which the best to begin with is found",
          OF_MOC);

  private BatchPolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        twoPhase("MM", MIN_COMPLETION, MIN_COMPLETION_THEN_SHORTEST),
        twoPhase("MSD", MIN_COMPLETION, SOONEST_DEADLINE),
        twoPhase("MMU", MIN_COMPLETION, highest(URGENCY)),
        twoPhase("EDF", MIN_COMPLETION, SOONEST_DEADLINE),
        twoPhase("SJF", MIN_COMPLETION, MIN_COMPLETION_THEN_SHORTEST),
        twoPhase("PAM", MOST_ROBUST, MIN_COMPLETION_THEN_SHORTEST)
            .declaring(HeuristicProvider.PLAIN)
            .pruned(PruningParts.WHOLE, PolicySettings::pruning),
        twoPhase("PAMF", MOST_ROBUST, MIN_COMPLETION_THEN_SHORTEST)
            .declaring(OWN_FACTOR)
            .pruned(PruningParts.WHOLE, BatchPolicies::fair),
        twoPhase("PUM", MOST_ROBUST, MIN_COMPLETION_THEN_SHORTEST)
            .declaring(THRESHOLD)
            .pruned(PruningParts.WHOLE, BatchPolicies::unaware),
        cullAndPermute("MOC"),
        cullAndPermute("MOCA").pruned(PruningParts.WHOLE, PolicySettings::pruning));
  }

  /** A heuristic of an order for the first phase and one for the second. */
  private static HeuristicProvider twoPhase(String name, PairOrder first, PairOrder second) {
    return new HeuristicProvider(
            name, settings -> new TwoPhaseHeuristic(settings.firstPhase(), first, second))
        .withFirstPhase();
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

  private static HeuristicProvider cullAndPermute(String name) {
    return new HeuristicProvider(name, BatchPolicies::maxOntime)
        .withFirstPhase()
        .declaring(ALPHA, PERMUTED);
  }

  private static MappingHeuristic maxOntime(PolicySettings settings) {
    ParameterValues parameters = settings.parameters();
    return new MaxOntimeCompletions(
        settings.firstPhase(), parameters.get(ALPHA), parameters.get(PERMUTED));
  }
}
