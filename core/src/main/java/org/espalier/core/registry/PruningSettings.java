package org.espalier.core.registry;

import java.util.Objects;
import java.util.OptionalDouble;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Fairness;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.pruning.UtilityDropping;

/**
 * The settings of a pruner.
 *
 * @param dropping how mapped tasks are chosen for dropping
 * @param deferring how tasks are deferred
 * @param toggle when dropping is engaged
 * @param fairnessFactor how fast thresholds are conceded to task types that suffer, in [0, 1];
 *     empty for the policy's own, which is 0 for all but PAMF
 * @param byUtility which tasks are dropped that earn too little, whatever parts of the pruner a
 *     policy has
 */
public record PruningSettings(
    DroppingSettings dropping,
    DeferringSettings deferring,
    ToggleSettings toggle,
    OptionalDouble fairnessFactor,
    UtilityDropping byUtility) {
  public PruningSettings {
    Objects.requireNonNull(dropping, "dropping");
    Objects.requireNonNull(deferring, "deferring");
    Objects.requireNonNull(toggle, "toggle");
    Objects.requireNonNull(byUtility, "byUtility");
    fairnessFactor.ifPresent(Fairness::new);
  }

  /** By thresholds for all tasks, the running one included, without fairness. */
  public static PruningSettings byThresholds(
      double dropping, double deferring, ToggleSettings toggle) {
    return new PruningSettings(
        DroppingSettings.byThreshold(dropping),
        DeferringSettings.fixed(deferring),
        toggle,
        OptionalDouble.empty(),
        UtilityDropping.NONE);
  }

  /** A pruner in its first state with the given parts of these settings. */
  public Pruner newPruner(PruningParts parts) {
    return new Pruner(
        parts.drops() ? toggle : ToggleSettings.NEVER,
        parts.drops() ? dropping.newDropping() : Dropping.NONE,
        parts.defers() ? deferring.newDeferring() : Deferring.NONE,
        new Fairness(fairnessFactor.orElse(0)),
        byUtility);
  }

  /** The same with other settings for dropping. */
  public PruningSettings withDropping(DroppingSettings other) {
    return new PruningSettings(other, deferring, toggle, fairnessFactor, byUtility);
  }

  /** The same with other settings for deferring. */
  public PruningSettings withDeferring(DeferringSettings other) {
    return new PruningSettings(dropping, other, toggle, fairnessFactor, byUtility);
  }

  /** The same with another toggle. */
  public PruningSettings withToggle(ToggleSettings other) {
    return new PruningSettings(dropping, deferring, other, fairnessFactor, byUtility);
  }

  /** The same with a fairness factor. */
  public PruningSettings withFairnessFactor(double factor) {
    return new PruningSettings(dropping, deferring, toggle, OptionalDouble.of(factor), byUtility);
  }

  /** The same with other dropping by utility. */
  public PruningSettings withDroppingByUtility(UtilityDropping other) {
    return new PruningSettings(dropping, deferring, toggle, fairnessFactor, other);
  }

  /** The same with a fairness factor where none is set. */
  PruningSettings withDefaultFairnessFactor(double factor) {
    return fairnessFactor.isPresent() ? this : withFairnessFactor(factor);
  }
}
