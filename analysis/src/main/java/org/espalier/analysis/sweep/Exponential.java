package org.espalier.analysis.sweep;

/** The exponential function of numbers that are not above 0, to 1e-12 of its value. */
final class Exponential {
  private static final int STEPS = 256;
  private static final int STEP_BITS = 8;
  private static final double PER_STEP = STEPS / Math.log(2);
  private static final double STEP = Math.log(2) / STEPS;
  private static final double LEAST = -700;
  private static final int EXPONENT_OF_ONE = 1023;
  private static final int MANTISSA_BITS = 52;
  private static final double[] POWERS = new double[STEPS];

  static {
    for (int i = 0; i < STEPS; i++) {
      POWERS[i] = Math.exp(i * STEP);
    }
  }

  private Exponential() {}

  /** The exponential of a number; 0 below -700. */
  static double of(double x) {
    if (x < LEAST) {
      return 0;
    }
    int steps = (int) (x * PER_STEP) - 1;
    double rest = x - steps * STEP;
    double tail = 1 + rest * (1 + rest * (0.5 + rest * (1.0 / 6 + rest * (1.0 / 24))));
    long exponent = (long) (steps >> STEP_BITS) + EXPONENT_OF_ONE;
    double power = Double.longBitsToDouble(exponent << MANTISSA_BITS);
    return POWERS[steps & (STEPS - 1)] * tail * power;
  }
}
