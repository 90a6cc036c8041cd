package org.espalier.analysis.nsga2;

/**
 * The falling exponential, faster than {@link Math#exp} and to 1e-12 of its value: whole numbers
 * and 64ths from tables, the rest by its series.
 */
final class Decay {
  private static final int PARTS_BITS = 6;
  private static final int PARTS = 1 << PARTS_BITS;
  private static final int PARTS_MASK = PARTS - 1;

  /** Behind this it is 0. */
  private static final int END = 746;

  private static final double[] WHOLES = new double[END + 1];
  private static final double[] FRACTIONS = new double[PARTS];

  static {
    for (int i = 0; i < END; i++) {
      WHOLES[i] = Math.exp(-i);
    }
    for (int i = 0; i < PARTS; i++) {
      FRACTIONS[i] = Math.exp(-i / (double) PARTS);
    }
  }

  private Decay() {}

  /** exp(-x) for an x that is not negative. */
  static double of(double x) {
    double bounded = x < END ? x : END;
    int part = (int) (bounded * PARTS + 0.5);
    double rest = part * (1.0 / PARTS) - bounded;
    double series = 1 + rest * (1 + rest * (1.0 / 2 + rest * (1.0 / 6 + rest * (1.0 / 24))));
    return WHOLES[part >> PARTS_BITS] * FRACTIONS[part & PARTS_MASK] * series;
  }
}
