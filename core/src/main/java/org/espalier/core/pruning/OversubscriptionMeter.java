package org.espalier.core.pruning;

/**
 * The oversubscription level (JOURNAL eq. 11): the moving weighted average of the number of
 * deadline misses since the last mapping event, {@code level = misses*lambda + level*(1-lambda)},
 * from 0.
 */
final class OversubscriptionMeter {
  private final double lambda;
  private double level;

  /**
   * A meter at 0.
   *
   * @param lambda weight of the latest mapping event, see {@link ToggleSettings}
   */
  public OversubscriptionMeter(double lambda) {
    this.lambda = lambda;
  }

  /** Takes the misses of one mapping event and returns the new level. */
  public double update(int misses) {
    level = misses * lambda + level * (1 - lambda);
    return level;
  }

  /** The current level. */
  public double level() {
    return level;
  }
}
