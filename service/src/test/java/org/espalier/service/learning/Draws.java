package org.espalier.service.learning;

import java.util.Random;
import org.espalier.core.pmf.Pmf;

/** Execution times drawn from distributions, the same at every run. */
final class Draws {
  private final Random random;

  Draws(long seed) {
    this.random = new Random(seed);
  }

  /** A time of a distribution. */
  long time(Pmf pmf) {
    return pmf.quantile(random.nextDouble());
  }

  boolean happens(double chance) {
    return random.nextDouble() < chance;
  }

  double chance() {
    return random.nextDouble();
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** A bell around a mean, a quarter of it wide on the whole to either side. */
  static Pmf bell(double mean, long step) {
    return triangle(0.5 * mean, mean, 1.5 * mean, step);
  }

  /** The density of a triangle at the points of the lattice within. */
  static Pmf triangle(double from, double likeliest, double to, long step) {
    long first = (long) Math.floor(from / step) + 1;
    long last = (long) Math.ceil(to / step) - 1;
    double[] masses = new double[(int) (last - first) + 1];
    for (int i = 0; i < masses.length; i++) {
      double time = (double) (first + i) * step;
      masses[i] = Math.min((time - from) / (likeliest - from), (to - time) / (to - likeliest));
    }
    return Pmf.normalised(first * step, step, masses);
  }
}
