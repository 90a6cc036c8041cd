package org.espalier.core.registry;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.budget.EnergyBudget;
import org.espalier.core.heuristic.FastTwoPhase;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.WorthiestFirst;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.SharePrices;

/**
 * A provider of policies that are a heuristic with a pruner around it. It begins without phases,
 * parameters or a pruner of its own; the registry says what else there is before it hands it out.
 * What one policy only has is overridden there.
 */
class HeuristicProvider implements PolicyProvider {
  /** Declared by policies whose time is to be held against their source's. */
  static final PolicyParameter<Boolean> PLAIN =
      PolicyParameter.flag(
          "plain",
          "measures every pair in every round, as its source tells it; decides the same",
          "THESIS algorithm 2");

  private final String name;
  private final String summary;
  private final String source;
  private final Function<PolicySettings, MappingHeuristic> heuristic;
  private PruningParts pruningParts = PruningParts.NONE;
  private Function<PolicySettings, PruningSettings> ownPruning = PolicySettings::pruning;
  private boolean hasFirstPhase;
  private boolean permutes;
  private Predicate<PolicySettings> mindsWorth = _ -> false;
  private boolean needsPower;
  private boolean needsFallingUtility;
  private List<PolicyParameter<?>> parameters = List.of();

  /** A built-in one. */
  HeuristicProvider(String name, Function<PolicySettings, MappingHeuristic> heuristic) {
    this(name, PolicyWords.of(name).summary(), PolicyWords.of(name).source(), heuristic);
  }

  HeuristicProvider(
      String name,
      String summary,
      String source,
      Function<PolicySettings, MappingHeuristic> heuristic) {
    this.name = name;
    this.summary = summary;
    this.source = source;
    this.heuristic = heuristic;
  }

  /**
   * Looks at machines in a first phase as the settings say. It minds no worth of its own, and is
   * given the tasks that are worth most first.
   */
  HeuristicProvider withFirstPhase() {
    hasFirstPhase = true;
    return minding(settings -> settings.rules().weighsWorth());
  }

  /** Minds what tasks are worth in some settings. */
  HeuristicProvider minding(Predicate<PolicySettings> when) {
    mindsWorth = when;
    return this;
  }

  /** Minds utility, and puts the first tasks of each machine in their best order if asked. */
  HeuristicProvider permuting() {
    permutes = true;
    return minding(_ -> true);
  }

  /** Is refused for systems that do not say the power of all machines. */
  HeuristicProvider needingPower() {
    needsPower = true;
    return this;
  }

  /** Is refused for tasks that may become worth more with time; none of the built-in ones is. */
  HeuristicProvider needingFallingUtility() {
    needsFallingUtility = true;
    return this;
  }

  /** Has parameters of its own. */
  HeuristicProvider declaring(PolicyParameter<?>... declared) {
    parameters = List.of(declared);
    return this;
  }

  /** Has parts of the pruner of its own, and settings of it that it stands for. */
  HeuristicProvider pruned(PruningParts parts, Function<PolicySettings, PruningSettings> own) {
    pruningParts = parts;
    ownPruning = own;
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public boolean needsPower() {
    return needsPower;
  }

  @Override
  public boolean needsFallingUtility() {
    return needsFallingUtility;
  }

  @Override
  public PruningParts pruningParts() {
    return pruningParts;
  }

  @Override
  public boolean hasFirstPhase() {
    return hasFirstPhase;
  }

  @Override
  public boolean permutes() {
    return permutes;
  }

  @Override
  public boolean mindsWorth(PolicySettings settings) {
    return mindsWorth.test(settings);
  }

  @Override
  public List<PolicyParameter<?>> parameters() {
    return parameters;
  }

  @Override
  public PruningSettings pruning(PolicySettings settings) {
    return ownPruning.apply(settings);
  }

  @Override
  public AllocationPolicy create(PolicySettings settings, PruningParts parts) {
    MappingHeuristic own =
        settings.parameters().get(PLAIN)
            ? heuristic.apply(settings)
            : FastTwoPhase.of(heuristic.apply(settings));
    String suffix = parts == pruningParts ? "" : parts.suffix();
    return new ComposedPolicy(
        name + suffix,
        pruning(settings).newPruner(parts),
        hasFirstPhase ? new WorthiestFirst(own) : own,
        new EnergyBudget(settings.energy(), pruning(settings).byUtility().least()),
        new SharePrices(settings.atLeast(), mindsUtility(settings), hasFirstPhase));
  }
}
