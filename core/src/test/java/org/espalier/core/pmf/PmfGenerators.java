package org.espalier.core.pmf;

import static org.espalier.core.Theories.draw;
import static org.espalier.core.Theories.pick;

import org.quicktheories.core.Gen;
import org.quicktheories.core.RandomnessSource;

/** PMFs and situations of a machine, with all that is awkward about them. */
public final class PmfGenerators {
  private PmfGenerators() {}

  /** One more task behind a machine. */
  public record Situation(DroppingScope scope, Pmf ready, Pmf execution, long deadline) {
    @Override
    public String toString() {
      return "%s, ready %s, execution %s, steps %d and %d, deadline %d"
          .formatted(
              scope,
              PmfAssert.byTime(ready),
              PmfAssert.byTime(execution),
              ready.step(),
              execution.step(),
              deadline);
    }
  }

  /**
   * All scopes; ready times anywhere on the line; execution times from zero on, or after a long
   * minimum; deadlines off the lattice, before, inside, behind and far behind.
   */
  public static Gen<Situation> situations() {
    return random -> {
      long step = step(random);
      Pmf ready = pmf(random, draw(random, 0, 1000), step * pick(random, 1L, 1L, 1L, 2L, 12L), 12);
      Pmf execution = execution(random, step * pick(random, 1L, 1L, 1L, 3L, 8L), 12);
      return new Situation(
          pick(random, DroppingScope.values()), ready, execution, deadline(random, ready, step));
    };
  }

  private static long deadline(RandomnessSource random, Pmf ready, long step) {
    return switch (draw(random, 0, 9)) {
      case 8 -> ready.origin() + 1_000_000_000_000L;
      case 9 -> Long.MAX_VALUE;
      default -> ready.origin() + draw(random, -3 * step, 40 * step);
    };
  }

  /** PMFs anywhere on the line. */
  public static Gen<Pmf> pmfs() {
    return random -> pmf(random, draw(random, 0, 1000) - 500, step(random), 14);
  }

  /** A step. */
  public static long step(RandomnessSource random) {
    return pick(random, 1L, 2L, 3L, 7L, 200L);
  }

  /** Execution times: from zero, from a few steps, or after a long minimum. */
  public static Pmf execution(RandomnessSource random, long step, int size) {
    long first =
        switch (draw(random, 0, 9)) {
          case 8 -> draw(random, 20, 60);
          case 9 -> draw(random, 1000, 1500);
          default -> draw(random, 0, 5);
        };
    return pmf(random, first * step, step, size);
  }

  /** A PMF of up to {@code size} points, many without mass, some with hardly any. */
  public static Pmf pmf(RandomnessSource random, long origin, long step, int size) {
    double[] weights = new double[draw(random, 1, size)];
    for (int i = 0; i < weights.length; i++) {
      int weight = draw(random, 0, 12);
      weights[i] = weight == 12 ? 1e-12 : Math.max(0, weight - 5);
    }
    weights[draw(random, 0, weights.length - 1)] += 1;
    return Pmf.normalised(origin, step, weights);
  }
}
