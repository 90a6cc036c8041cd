package org.espalier.core.heuristic;

/**
 * Uniform random numbers that are functions of a seed and three whole numbers alone: the SplitMix64
 * finaliser applied in three rounds. So what is drawn for one thing does not hang on what was drawn
 * before, and nothing has to be remembered.
 */
public final class UnitStream {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private UnitStream() {}

  /** The number in [0, 1) of a seed and three whole numbers that are not negative. */
  public static double of(long seed, int first, int second, int third) {
    long x = round(round(round(seed, first), second), third);
    return (x >>> 11) * UNIT;
  }

  private static long round(long x, int value) {
    return mix(x + GOLDEN_GAMMA * (value + 1L));
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
