package org.espalier.analysis.nsga2;

import java.util.SplittableRandom;

/**
 * Random numbers that are a function of a seed, a generation and an index alone. So what an
 * offspring draws does not depend on any other. It is SplitMix64 from a start that is mixed of the
 * three.
 */
final class RandomStream {
  private SplittableRandom random = new SplittableRandom(0);

  /** Goes to the beginning of a stream. */
  void begin(long seed, long generation, int index) {
    random = new SplittableRandom(mixed(mixed(mixed(mixed(seed) + generation)) + index));
  }

  private static long mixed(long value) {
    return new SplittableRandom(value).nextLong();
  }

  /** Uniform from 0 to one less than the bound. */
  int below(int bound) {
    return (int) Math.unsignedMultiplyHigh(random.nextLong(), bound);
  }

  /** Whether something of a probability happens. */
  boolean happens(double probability) {
    return random.nextDouble() < probability;
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
