package org.espalier.core.registry;

import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ThresholdDropping;
import org.espalier.core.pruning.ToggleSettings;

/**
 * The settings of a pruner.
 *
 * @param droppingThreshold chance of success at or below which a mapped task is dropped, in [0, 1]
 * @param deferringThreshold chance of success at or below which a pair is deferred, in [0, 1]
 * @param toggle when dropping is engaged
 * @param dropRunning whether the running task may be dropped too
 * @param skewnessScale rho of JOURNAL eq. 7; 0 for the same dropping threshold for all tasks
 */
public record PruningSettings(
    double droppingThreshold,
    double deferringThreshold,
    ToggleSettings toggle,
    boolean dropRunning,
    double skewnessScale) {
  public PruningSettings {
    // Each part checks its own settings.
    dropping(droppingThreshold, skewnessScale, dropRunning);
    Deferring.fixed(deferringThreshold);
  }

  private static Dropping dropping(double threshold, double scale, boolean running) {
    return new ThresholdDropping(threshold, scale, running);
  }

  /** A pruner in its first state with the given parts of these settings. */
  public Pruner newPruner(PruningParts parts) {
    return new Pruner(
        parts.drops() ? toggle : ToggleSettings.NEVER,
        parts.drops() ? dropping(droppingThreshold, skewnessScale, dropRunning) : Dropping.NONE,
        parts.defers() ? Deferring.fixed(deferringThreshold) : Deferring.NONE);
  }
}
