package org.espalier.core.registry;

import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.OptimalDropping;
import org.espalier.core.pruning.ProactiveDropping;
import org.espalier.core.pruning.ThresholdDropping;

/**
 * How mapped tasks are chosen for dropping.
 *
 * @param method by threshold, or proactively by what the tasks behind gain
 * @param threshold chance of success at or below which a mapped task is dropped, in [0, 1]; by
 *     threshold only
 * @param includeRunning whether the running task may be dropped too; by threshold only
 * @param skewnessScale rho of JOURNAL eq. 7, 0 for the same threshold for all tasks; by threshold
 *     only
 * @param proactive effective depth and improvement factor of the proactive heuristic
 */
public record DroppingSettings(
    Method method,
    double threshold,
    boolean includeRunning,
    double skewnessScale,
    ProactiveDropping proactive) {
  /** Ways of choosing. */
  public enum Method {
    /** {@link ThresholdDropping}. */
    THRESHOLD,
    /** {@link ProactiveDropping}. */
    PROACTIVE,
    /** {@link OptimalDropping}. */
    OPTIMAL
  }

  public DroppingSettings {
    // It checks its settings itself.
    new ThresholdDropping(threshold, skewnessScale, includeRunning);
  }

  /** By one threshold for all tasks, the running one included. */
  public static DroppingSettings byThreshold(double threshold) {
    return new DroppingSettings(Method.THRESHOLD, threshold, true, 0, ProactiveDropping.DEFAULT);
  }

  /** The dropping of these settings. */
  public Dropping newDropping() {
    return switch (method) {
      case THRESHOLD -> new ThresholdDropping(threshold, skewnessScale, includeRunning);
      case PROACTIVE -> proactive;
      case OPTIMAL -> new OptimalDropping();
    };
  }

  /** The same by another method. */
  public DroppingSettings withMethod(Method other) {
    return new DroppingSettings(other, threshold, includeRunning, skewnessScale, proactive);
  }

  /** The same with another threshold. */
  public DroppingSettings withThreshold(double other) {
    return new DroppingSettings(method, other, includeRunning, skewnessScale, proactive);
  }

  /** The same with the running task included or not. */
  public DroppingSettings withIncludeRunning(boolean other) {
    return new DroppingSettings(method, threshold, other, skewnessScale, proactive);
  }

  /** The same with another scale of the skewness. */
  public DroppingSettings withSkewnessScale(double other) {
    return new DroppingSettings(method, threshold, includeRunning, other, proactive);
  }

  /** The same with other settings of the proactive heuristic. */
  public DroppingSettings withProactive(ProactiveDropping other) {
    return new DroppingSettings(method, threshold, includeRunning, skewnessScale, other);
  }
}
