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
    return Priors.triangular(0.5 * mean, mean, 1.5 * mean, step);
  }
}
