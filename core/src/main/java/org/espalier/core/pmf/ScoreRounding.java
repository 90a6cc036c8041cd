package org.espalier.core.pmf;

/**
 * The rounding of numbers before they are compared, so that ties do not hang on the order of
 * additions. Probabilities and utilities are rounded to 1e-9, expected times to 1e-4 tick.
 */
public final class ScoreRounding {
  /** More than rounding can move a bound on a probability across the rounded exact value. */
  public static final double CHANCE_MARGIN = 2e-9;

  /**
   * More than rounding can move a bound on an expected time across the rounded exact value, in
   * ticks.
   */
  public static final double TIME_MARGIN = 2e-4;

  private ScoreRounding() {}

  /** A probability or a utility, rounded. */
  public static double chance(double value) {
    return Math.rint(value * 1e9) / 1e9;
  }

  /** An expected time in ticks, rounded. */
  public static double time(double value) {
    return Math.rint(value * 1e4) / 1e4;
  }
}
