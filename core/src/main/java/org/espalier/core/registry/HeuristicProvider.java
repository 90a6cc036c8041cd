package org.espalier.core.registry;

import java.util.function.Function;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.pruning.ComposedPolicy;

/** A provider of policies that are a heuristic with a pruner around it. */
record HeuristicProvider(
    String name,
    String summary,
    String source,
    PruningParts pruningParts,
    Function<PolicySettings, MappingHeuristic> heuristic)
    implements PolicyProvider {
  @Override
  public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
    String suffix = pruning == pruningParts ? "" : pruning.suffix();
    return new ComposedPolicy(
        name + suffix, settings.pruning().newPruner(pruning), heuristic.apply(settings));
  }
}
