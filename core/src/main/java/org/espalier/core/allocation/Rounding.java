package org.espalier.core.allocation;

/**
 * The rounding of numbers before they are compared, so that ties do not hang on the order of
 * additions. Probabilities and utilities are rounded to 1e-9, expected times to 1e-4 tick.
 */
public final class Rounding {
  /** More than rounding can move a bound on a probability across the rounded exact value. */
  static final double CHANCE_MARGIN = 2e-9;

  /**
   * More than rounding can move a bound on an expected time across the rounded exact value, in
   * ticks.
   */
  static final double TIME_MARGIN = 2e-4;

  private Rounding() {}

  /** A probability, rounded. */
  public static double chance(double value) {
    return Math.rint(value * 1e9) / 1e9;
  }

  /** An expected utility, rounded. */
  public static double utility(double value) {
    return chance(value);
  }

  /** An expected time in ticks, rounded. */
  public static double time(double value) {
    return Math.rint(value * 1e4) / 1e4;
  }
}
