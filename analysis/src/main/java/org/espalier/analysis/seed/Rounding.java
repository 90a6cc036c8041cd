package org.espalier.analysis.seed;

/** Rounds numbers so that a comparison of two does not hang on their last bits. */
final class Rounding {
  private static final int DROPPED_BITS = 22;

  private Rounding() {}

  /** To 30 binary digits behind the first, which is 1e-9 of the value. It keeps the order. */
  static double toNineDigits(double value) {
    long bits = Double.doubleToRawLongBits(value);
    long half = 1L << (DROPPED_BITS - 1);
    return Double.longBitsToDouble((bits + half) & -(1L << DROPPED_BITS));
  }
}
