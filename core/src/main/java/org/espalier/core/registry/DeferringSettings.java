package org.espalier.core.registry;

import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.DynamicDeferring;

/**
 * How tasks are deferred.
 *
 * @param method by a fixed threshold, or by one that follows the state of the system
 * @param threshold chance of success at or below which a pair is deferred, in [0, 1]; the initial
 *     one where it is dynamic
 * @param step the constant c of JOURNAL eq. 10, in [0, 1]; dynamic only
 */
public record DeferringSettings(Method method, double threshold, double step) {
  /** Ways of setting the threshold. */
  public enum Method {
    /** {@link Deferring#fixed}. */
    STATIC,
    /** {@link DynamicDeferring}. */
    DYNAMIC
  }

  public DeferringSettings {
    // It checks its settings itself.
    new DynamicDeferring(threshold, step);
  }

  /** By a fixed threshold. */
  public static DeferringSettings fixed(double threshold) {
    return new DeferringSettings(Method.STATIC, threshold, DynamicDeferring.DEFAULT_STEP);
  }

  /** The deferring of these settings, in its first state. */
  public Deferring newDeferring() {
    return switch (method) {
      case STATIC -> Deferring.fixed(threshold);
      case DYNAMIC -> new DynamicDeferring(threshold, step);
    };
  }
}
