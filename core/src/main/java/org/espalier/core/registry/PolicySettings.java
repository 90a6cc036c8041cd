package org.espalier.core.registry;

import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ToggleSettings;

/**
 * The settings a policy is made with.
 *
 * @param rules the rules of the resource manager
 * @param firstPhase which machines the first phase of a two-phase heuristic looks at
 * @param permuted how many first tasks of each machine a heuristic that permutes puts in their best
 *     order, 1 to 7 (DISSERTATION appendix A)
 * @param pruning the settings of the pruner, for the parts of it that the policy has
 * @param approximation whether the policy decides with approximate PMFs; heeded by the registry
 * @param energy budgets of energy, within which any policy stays
 * @param parameters values of the parameters that the policy itself declares
 * @param seed of the random numbers of policies that draw some
 * @param atLeast the least shares on time of task types
 */
public record PolicySettings(
    AllocationRules rules,
    FirstPhase firstPhase,
    int permuted,
    PruningSettings pruning,
    Approximation approximation,
    EnergySettings energy,
    ParameterValues parameters,
    long seed,
    SharesByType atLeast) {
  /**
   * The preset of THESIS and DROPPING. Queues hold 6, a task that cannot start in time is dropped,
   * and the first phase looks at machines with room. Thresholds are 0.75, with the toggle at 1.
   */
  public static final PolicySettings THESIS =
      new PolicySettings(
          AllocationRules.bounded(6, DroppingScope.PENDING),
          FirstPhase.WITH_ROOM,
          1,
          PruningSettings.byThresholds(0.75, 0.75, ToggleSettings.at(1, 1)),
          Approximation.OFF,
          EnergySettings.NONE,
          ParameterValues.DEFAULTS,
          1,
          SharesByType.NONE);

  /**
   * The preset of JOURNAL. Queues hold 3, running tasks are evicted at their deadline, and the
   * first phase looks at all machines. The dropping threshold is 0.5, the deferring threshold 0.9,
   * with the toggle at 1 with Schmitt trigger.
   */
  public static final PolicySettings JOURNAL =
      THESIS
          .withRules(AllocationRules.bounded(3, DroppingScope.EXECUTING))
          .withFirstPhase(FirstPhase.ALL_MACHINES)
          .withPruning(PruningSettings.byThresholds(0.5, 0.9, ToggleSettings.schmitt(1, 1)));

  public PolicySettings {
    if (permuted < 1 || permuted > 7) {
      throw new IllegalArgumentException(
          "the first %s tasks are to be permuted; expected 1 to 7".formatted(permuted));
    }
  }

  /** Whether a system says all that they need: for a budget of energy, the power of machines. */
  public boolean suit(HcSystem system) {
    return system.isWhollyPowered() || !energy.needsPower();
  }

  /** The same with other rules. */
  public PolicySettings withRules(AllocationRules other) {
    return new PolicySettings(
        other, firstPhase, permuted, pruning, approximation, energy, parameters, seed, atLeast);
  }

  /** The same with another first phase. */
  public PolicySettings withFirstPhase(FirstPhase other) {
    return new PolicySettings(
        rules, other, permuted, pruning, approximation, energy, parameters, seed, atLeast);
  }

  /** The same with so many first tasks of each machine in their best order. */
  public PolicySettings withPermuted(int first) {
    return new PolicySettings(
        rules, firstPhase, first, pruning, approximation, energy, parameters, seed, atLeast);
  }

  /** The same with other settings of the pruner. */
  public PolicySettings withPruning(PruningSettings other) {
    return new PolicySettings(
        rules, firstPhase, permuted, other, approximation, energy, parameters, seed, atLeast);
  }

  /** The same, deciding with approximate PMFs or not. */
  public PolicySettings withApproximation(Approximation other) {
    return new PolicySettings(
        rules, firstPhase, permuted, pruning, other, energy, parameters, seed, atLeast);
  }

  /** The same with other budgets of energy. */
  public PolicySettings withEnergy(EnergySettings other) {
    return new PolicySettings(
        rules, firstPhase, permuted, pruning, approximation, other, parameters, seed, atLeast);
  }

  /** The same with other parameters of the policy itself. */
  public PolicySettings withParameters(ParameterValues other) {
    return new PolicySettings(
        rules, firstPhase, permuted, pruning, approximation, energy, other, seed, atLeast);
  }

  /** The same with another seed. */
  public PolicySettings withSeed(long other) {
    return new PolicySettings(
        rules, firstPhase, permuted, pruning, approximation, energy, parameters, other, atLeast);
  }

  /** The same with other least shares. */
  public PolicySettings withAtLeast(SharesByType other) {
    return new PolicySettings(
        rules, firstPhase, permuted, pruning, approximation, energy, parameters, seed, other);
  }
}
