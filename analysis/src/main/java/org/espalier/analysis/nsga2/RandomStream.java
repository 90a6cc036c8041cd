package org.espalier.analysis.nsga2;

/**
 * Random numbers that are a function of a seed, a generation and an index alone. So what an
 * offspring draws does not depend on any other. It is SplitMix64 from a start that is mixed of the
 * three.
 */
final class RandomStream {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private long state;

  /** Goes to the beginning of a stream. */
  void begin(long seed, long generation, int index) {
    state = mixed(mixed(mixed(mixed(seed) + generation)) + index);
  }

  private static long mixed(long value) {
    long z = value + GOLDEN_GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private long next() {
    long drawn = mixed(state);
    state += GOLDEN_GAMMA;
    return drawn;
  }

  /** Uniform from 0 to one less than the bound. */
  int below(int bound) {
    return (int) Math.unsignedMultiplyHigh(next(), bound);
  }

  /** Whether something of a probability happens. */
  boolean happens(double probability) {
    return (next() >>> 11) * UNIT < probability;
  }

  /** Puts the numbers from 0 on into an array, all orders being as likely. */
  void shuffle(int[] values) {
    for (int i = 0; i < values.length; i++) {
      int j = below(i + 1);
      values[i] = values[j];
      values[j] = i;
    }
  }
}
