package org.espalier.core.registry;

import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.pruning.ComposedPolicy;

/**
 * A provider of policies that are a heuristic with a pruner around it.
 *
 * @param own changes settings of the pruner to those the policy stands for
 */
record HeuristicProvider(
    String name,
    String summary,
    String source,
    PruningParts pruningParts,
    UnaryOperator<PruningSettings> own,
    Function<PolicySettings, MappingHeuristic> heuristic)
    implements PolicyProvider {
  @Override
  public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
    String suffix = pruning == pruningParts ? "" : pruning.suffix();
    return new ComposedPolicy(
        name + suffix, own.apply(settings.pruning()).newPruner(pruning), heuristic.apply(settings));
  }
}
