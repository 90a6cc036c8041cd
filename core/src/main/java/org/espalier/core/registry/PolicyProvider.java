package org.espalier.core.registry;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.HcSystem;

/**
 * What the registry knows of a policy: its name, what it needs, and how to make it. Users' own are
 * found as {@link java.util.ServiceLoader} services of this type.
 */
public interface PolicyProvider {
  /** Name by which studies and commands call it; no blanks, unique. */
  String name();

  /** What it does, in one line. */
  String summary();

  /** Where it is published. */
  String source();

  /**
   * Whether it must know the power of machines. It is refused for systems that do not give that of
   * all.
   */
  default boolean needsPower() {
    return false;
  }

  /** Whether a system, as it is described, says all that it must know. */
  default boolean suits(HcSystem system) {
    return !needsPower() || system.isWhollyPowered();
  }

  /**
   * Whether it relies on worth that never {@linkplain org.espalier.core.model.Task#rises rises}
   * with time, as searches do that pass over machines which are free later. It is refused where the
   * worth of some tasks does. One of your own that bears such tasks says false.
   */
  default boolean needsFallingUtility() {
    return true;
  }

  /**
   * The parts of the pruner it has when its name is used without suffix; those of a suffix replace
   * them.
   */
  default PruningParts pruningParts() {
    return PruningParts.NONE;
  }

  /**
   * Whether its heuristic looks at machines in a first phase, as {@link FirstPhase} says. A
   * provider whose heuristic asks for {@link PolicySettings#firstPhase()} says true here, so that
   * listings and studies know that the option makes a difference to it.
   */
  default boolean hasFirstPhase() {
    return false;
  }

  /** Whether its heuristic permutes, as {@link PolicySettings#permuted()} says. */
  default boolean permutes() {
    return false;
  }

  /**
   * Whether its heuristic decides otherwise where {@linkplain org.espalier.core.model.Task#worth
   * one task is worth more than another}. Users are told of a policy that does not.
   */
  default boolean mindsWorth(PolicySettings settings) {
    return false;
  }

  /**
   * Whether it chooses among the {@linkplain org.espalier.core.model.TaskType#versions versions} of
   * tasks; one that does not serves all in full.
   */
  default boolean choosesVersions(PolicySettings settings) {
    return false;
  }

  /** Whether it decides by what tasks are worth at each time, not only on time. */
  default boolean mindsUtility(PolicySettings settings) {
    return mindsWorth(settings.withRules(settings.rules().withWorth(false)));
  }

  /**
   * Whether it maps first what {@linkplain org.espalier.core.model.Task#mustComplete must be
   * completed}, and holds {@linkplain PolicySettings#atLeast least shares}. Policies by deadlines
   * that mind worth do.
   */
  default boolean putsMustFirst(PolicySettings settings) {
    return mindsWorth(settings.withRules(settings.rules().withWorth(true)))
        && !mindsUtility(settings);
  }

  /** The settings of the pruner that it stands for: those given, but for what is its own. */
  default PruningSettings pruning(PolicySettings settings) {
    return settings.pruning();
  }

  /** Settings of its own; their values are in {@link PolicySettings#parameters()}. */
  default List<PolicyParameter<?>> parameters() {
    return List.of();
  }

  /**
   * Whether one of its parameters makes a difference where the others are as in some settings. The
   * step of a change that has no weight makes none. A search leaves out what makes none, and a
   * study tells of it.
   */
  default boolean heeds(PolicyParameter<?> parameter, PolicySettings settings) {
    return true;
  }

  /** Says what it is not meant for in some settings, as other rules; empty if nothing. */
  default Optional<String> caution(PolicySettings settings) {
    return Optional.empty();
  }

  /** Makes a policy in its first state, with the given parts of the pruner around it. */
  AllocationPolicy create(PolicySettings settings, PruningParts pruning);

  /**
   * A provider of a heuristic that any pruner can be put around. It has no first phase; a provider
   * of one's own that creates its policies by this one says itself whether {@link #hasFirstPhase it
   * has}.
   */
  static PolicyProvider ofHeuristic(
      String name,
      String summary,
      String source,
      Function<PolicySettings, MappingHeuristic> heuristic) {
    return new HeuristicProvider(name, summary, source, heuristic).needingFallingUtility();
  }
}
