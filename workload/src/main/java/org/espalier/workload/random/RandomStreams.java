package org.espalier.workload.random;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Independent random streams of one seed, each for a purpose and keys of its own: the JDK's
 * L64X128MixRandom, seeded by mixing seed, purpose and keys.
 *
 * <p>A stream depends on its own purpose and keys alone and not on which others were made before
 * it, so that a trial or a cell is the same whatever else is generated, and on how many threads.
 *
 * @param seed the seed of all
 */
public record RandomStreams(long seed) {
  private static final RandomGeneratorFactory<RandomGenerator> FACTORY =
      RandomGeneratorFactory.of("L64X128MixRandom");
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  /** The stream of a purpose and keys, at its beginning. */
  public UniformRandomProvider stream(String purpose, long... keys) {
    long state = seed;
    for (byte letter : purpose.getBytes(StandardCharsets.UTF_8)) {
      state = mixed(state, letter);
    }
    for (long key : keys) {
      state = mixed(state, key);
    }
    RandomGenerator generator = FACTORY.create(state);
    return generator::nextLong;
  }

  /** The finaliser of SplitMix64 over state and value. */
  private static long mixed(long state, long value) {
    long z = state + GOLDEN_GAMMA * (value + 1);
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
