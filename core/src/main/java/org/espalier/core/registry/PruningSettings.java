package org.espalier.core.registry;

import java.util.OptionalDouble;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.DroppingAtRisk;
import org.espalier.core.pruning.Fairness;
import org.espalier.core.pruning.OptimalDropping;
import org.espalier.core.pruning.ProactiveDropping;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ThresholdDropping;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.pruning.UtilityDropping;

/**
 * The settings of a pruner.
 *
 * @param dropping how mapped tasks are chosen for dropping
 * @param byThreshold the settings of dropping by threshold
 * @param proactive the settings of the proactive heuristic
 * @param deferring how tasks are deferred
 * @param toggle when dropping is engaged
 * @param fairnessFactor how fast thresholds are conceded to task types that suffer, in [0, 1];
 *     empty for the policy's own, which is 0 for all but PAMF
 * @param ofTypes the share of the thresholds for dropping and deferring that holds for task types
 * @param byUtility which tasks are dropped that earn too little, whatever parts of the pruner a
 *     policy has
 */
public record PruningSettings(
    DroppingMethod dropping,
    ThresholdDropping byThreshold,
    ProactiveDropping proactive,
    DeferringSettings deferring,
    ToggleSettings toggle,
    OptionalDouble fairnessFactor,
    SharesByType ofTypes,
    UtilityDropping byUtility) {
  /** Ways of choosing mapped tasks for dropping. */
  public enum DroppingMethod {
    /** {@link ThresholdDropping}. */
    THRESHOLD,
    /** {@link ProactiveDropping}: by what the tasks behind gain. */
    PROACTIVE,
    /** {@link OptimalDropping}. */
    OPTIMAL
  }

  public PruningSettings {
    // It checks its settings itself.
    new Fairness(fairnessFactor.orElse(0), ofTypes);
  }

  /** By thresholds for all tasks, the running one included, without fairness. */
  public static PruningSettings byThresholds(
      double dropping, double deferring, ToggleSettings toggle) {
    return new PruningSettings(
        DroppingMethod.THRESHOLD,
        new ThresholdDropping(dropping, 0, true),
        ProactiveDropping.DEFAULT,
        DeferringSettings.fixed(deferring),
        toggle,
        OptionalDouble.empty(),
        SharesByType.NONE,
        UtilityDropping.NONE);
  }

  /** A pruner in its first state with the given parts of these settings. */
  public Pruner newPruner(PruningParts parts) {
    return new Pruner(
        parts.drops() ? toggle : ToggleSettings.NEVER,
        parts.drops() ? newDropping() : Dropping.NONE,
        parts.defers() ? deferring.newDeferring() : Deferring.NONE,
        new Fairness(fairnessFactor.orElse(0), ofTypes),
        byUtility);
  }

  private Dropping newDropping() {
    return switch (dropping) {
      case THRESHOLD -> new DroppingAtRisk(byThreshold);
      case PROACTIVE -> proactive;
      case OPTIMAL -> new OptimalDropping();
    };
  }

  /** The same with mapped tasks chosen otherwise for dropping. */
  public PruningSettings withDropping(DroppingMethod other) {
    return new PruningSettings(
        other, byThreshold, proactive, deferring, toggle, fairnessFactor, ofTypes, byUtility);
  }

  /** The same with other settings of dropping by threshold. */
  public PruningSettings withByThreshold(ThresholdDropping other) {
    return new PruningSettings(
        dropping, other, proactive, deferring, toggle, fairnessFactor, ofTypes, byUtility);
  }

  /** The same with other settings of the proactive heuristic. */
  public PruningSettings withProactive(ProactiveDropping other) {
    return new PruningSettings(
        dropping, byThreshold, other, deferring, toggle, fairnessFactor, ofTypes, byUtility);
  }

  /** The same with other settings for deferring. */
  public PruningSettings withDeferring(DeferringSettings other) {
    return new PruningSettings(
        dropping, byThreshold, proactive, other, toggle, fairnessFactor, ofTypes, byUtility);
  }

  /** The same with another toggle. */
  public PruningSettings withToggle(ToggleSettings other) {
    return new PruningSettings(
        dropping, byThreshold, proactive, deferring, other, fairnessFactor, ofTypes, byUtility);
  }

  /** The same with a fairness factor. */
  public PruningSettings withFairnessFactor(double factor) {
    return new PruningSettings(
        dropping,
        byThreshold,
        proactive,
        deferring,
        toggle,
        OptionalDouble.of(factor),
        ofTypes,
        byUtility);
  }

  /** The same with other dropping by utility. */
  public PruningSettings withDroppingByUtility(UtilityDropping other) {
    return new PruningSettings(
        dropping, byThreshold, proactive, deferring, toggle, fairnessFactor, ofTypes, other);
  }
}
