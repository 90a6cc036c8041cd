package org.espalier.analysis.problem;

/**
 * The falling exponential, faster than {@link Math#exp} and to 2e-11 of its value. Whole numbers
 * and 1,024ths come from tables, the rest from two terms of its series.
 */
final class Decay {
  private static final int PARTS_BITS = 10;
  private static final int PARTS = 1 << PARTS_BITS;
  private static final int MASK = PARTS - 1;

  /** Behind this it is 0. */
  private static final int END = 746;

  /** A double above this has a whole number in its last bits. */
  private static final double WHOLE = 0x1.8p52;

  private static final double[] WHOLES = new double[PARTS];
  private static final double[] FRACTIONS = new double[PARTS];

  static {
    for (int i = 0; i < PARTS; i++) {
      WHOLES[i] = i < END ? Math.exp(-i) : 0;
      FRACTIONS[i] = Math.exp(-i / (double) PARTS);
    }
  }

  private Decay() {}

  /** exp(-x) for an x that is not negative. */
  static double of(double x) {
    double bounded = x < END ? x : END;
    double shifted = bounded * PARTS + WHOLE;
    int parts = (int) Double.doubleToRawLongBits(shifted);
    double rest = (shifted - WHOLE) * (1.0 / PARTS) - bounded;
    double series = 1 + rest * (1 + rest * 0.5);
    return WHOLES[parts >> PARTS_BITS & MASK] * FRACTIONS[parts & MASK] * series;
  }
}
