package org.example.heuristics;

import static org.espalier.core.heuristic.PairMeasure.CHANCE_OF_SUCCESS;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.MEAN_EXECUTION_TIME;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.heuristic.TwoPhaseHeuristic;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;

/**
 * A heuristic by composition. Each task looks for the machine where it most likely finishes in
 * time, and each machine takes the shortest of the tasks that chose it.
 */
public final class RobustThenShortest implements PolicyProvider {
  @Override
  public String name() {
    return "Robust-Shortest";
  }

  @Override
  public String summary() {
    return "max chance of success, then shortest task";
  }

  @Override
  public String source() {
    return "example my-heuristic";
  }

  @Override
  public boolean hasFirstPhase() {
    return true;
  }

  @Override
  public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
    return PolicyProvider.ofHeuristic(
            name(),
            summary(),
            source(),
            chosen ->
                new TwoPhaseHeuristic(
                    chosen.firstPhase(),
                    highest(CHANCE_OF_SUCCESS).thenLowest(EXPECTED_COMPLETION),
                    lowest(MEAN_EXECUTION_TIME).thenLowest(EXPECTED_COMPLETION)))
        .create(settings, pruning);
  }
}
