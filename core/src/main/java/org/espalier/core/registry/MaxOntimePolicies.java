package org.espalier.core.registry;

import java.util.List;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.MaxOntimeCompletions;

/** MOC, max on-time completions, and what THESIS 4.4.3.1 makes of it. */
final class MaxOntimePolicies {
  private static final String SOURCE = "THESIS 3.3.1.4, JOURNAL 8.3.4";

  private static final PolicyParameter<Double> ALPHA =
      PolicyParameter.share("alpha", 0.3, "chance of success below which a task is culled", SOURCE);

  private static final PolicyParameter<Integer> PERMUTED =
      PolicyParameter.whole(
          "permuted",
          1,
          10,
          3,
          "most robust pairs of which the best to begin with is found",
          SOURCE);

  private MaxOntimePolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        cullAndPermute("MOC"),
        cullAndPermute("MOCA").pruned(PruningParts.WHOLE, PolicySettings::pruning));
  }

  private static HeuristicProvider cullAndPermute(String name) {
    return new HeuristicProvider(name, MaxOntimePolicies::heuristic)
        .withFirstPhase()
        .declaring(ALPHA, PERMUTED);
  }

  private static MappingHeuristic heuristic(PolicySettings settings) {
    ParameterValues parameters = settings.parameters();
    return new MaxOntimeCompletions(
        settings.firstPhase(), parameters.get(ALPHA), parameters.get(PERMUTED));
  }
}
