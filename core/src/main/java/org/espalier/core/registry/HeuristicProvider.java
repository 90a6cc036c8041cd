package org.espalier.core.registry;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.budget.EnergyBudget;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.pruning.ComposedPolicy;

/**
 * A provider of policies that are a heuristic with a pruner around it.
 *
 * @param heeded whether a parameter makes a difference with some settings
 * @param ownPruning the settings of the pruner that the policy stands for
 */
record HeuristicProvider(
    String name,
    String summary,
    String source,
    PruningParts pruningParts,
    boolean hasFirstPhase,
    List<PolicyParameter<?>> parameters,
    BiPredicate<PolicyParameter<?>, PolicySettings> heeded,
    Function<PolicySettings, PruningSettings> ownPruning,
    Function<PolicySettings, MappingHeuristic> heuristic,
    Set<Need> needs)
    implements PolicyProvider {
  private static final Set<Need> USUAL = Set.of(Need.PET, Need.DEADLINES);

  HeuristicProvider {
    parameters = List.copyOf(parameters);
    needs = Set.copyOf(needs);
  }

  /** A heuristic without phases, parameters or a pruner of its own. */
  static HeuristicProvider of(
      String name,
      String summary,
      String source,
      Function<PolicySettings, MappingHeuristic> heuristic) {
    return new HeuristicProvider(
        name,
        summary,
        source,
        PruningParts.NONE,
        false,
        List.of(),
        (parameter, settings) -> true,
        PolicySettings::pruning,
        heuristic,
        USUAL);
  }

  /** The same, looking at machines in a first phase as the settings say. */
  HeuristicProvider withFirstPhase() {
    return new HeuristicProvider(
        name,
        summary,
        source,
        pruningParts,
        true,
        parameters,
        heeded,
        ownPruning,
        heuristic,
        needs);
  }

  /** The same with parameters that it declares. */
  HeuristicProvider declaring(PolicyParameter<?>... declared) {
    return new HeuristicProvider(
        name,
        summary,
        source,
        pruningParts,
        hasFirstPhase,
        List.of(declared),
        heeded,
        ownPruning,
        heuristic,
        needs);
  }

  /** The same, whose parameters make a difference only where this says so. */
  HeuristicProvider heeding(BiPredicate<PolicyParameter<?>, PolicySettings> when) {
    return new HeuristicProvider(
        name,
        summary,
        source,
        pruningParts,
        hasFirstPhase,
        parameters,
        when,
        ownPruning,
        heuristic,
        needs);
  }

  /** The same for systems that have all of these. */
  HeuristicProvider needing(Need... what) {
    return new HeuristicProvider(
        name,
        summary,
        source,
        pruningParts,
        hasFirstPhase,
        parameters,
        heeded,
        ownPruning,
        heuristic,
        Set.of(what));
  }

  /** The same with parts of the pruner of its own. */
  HeuristicProvider pruned(PruningParts parts) {
    return pruned(parts, PolicySettings::pruning);
  }

  /** The same with parts of the pruner of its own, and settings of it that it stands for. */
  HeuristicProvider pruned(PruningParts parts, Function<PolicySettings, PruningSettings> own) {
    return new HeuristicProvider(
        name, summary, source, parts, hasFirstPhase, parameters, heeded, own, heuristic, needs);
  }

  @Override
  public boolean heeds(PolicyParameter<?> parameter, PolicySettings settings) {
    return heeded.test(parameter, settings);
  }

  @Override
  public PruningSettings pruning(PolicySettings settings) {
    return ownPruning.apply(settings);
  }

  @Override
  public AllocationPolicy create(PolicySettings settings, PruningParts parts) {
    String suffix = parts == pruningParts ? "" : parts.suffix();
    return new ComposedPolicy(
        name + suffix,
        pruning(settings).newPruner(parts),
        heuristic.apply(settings),
        new EnergyBudget(settings.energy(), pruning(settings).byUtility().threshold()));
  }
}
