package org.espalier.workload.generator;

import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.espalier.workload.random.RandomStreams;

/**
 * Numbers from gamma distributions of a given mean and coefficient of variation, one from each
 * random stream.
 */
record GammaDraws(RandomStreams streams) {

  /** One number; the mean itself where the coefficient of variation is 0. */
  double draw(double mean, double cov, String purpose, long... keys) {
    return cov == 0 ? mean : sampler(mean, cov, purpose, keys).sample();
  }

  /** One number above a limit that is below the mean: it is drawn again until it is. */
  double drawAbove(double limit, double mean, double cov, String purpose, long... keys) {
    if (cov == 0) {
      return mean;
    }
    SharedStateContinuousSampler sampler = sampler(mean, cov, purpose, keys);
    double drawn = sampler.sample();
    while (drawn <= limit) {
      drawn = sampler.sample();
    }
    return drawn;
  }

  private SharedStateContinuousSampler sampler(
      double mean, double cov, String purpose, long... keys) {
    return AhrensDieterMarsagliaTsangGammaSampler.of(
        streams.stream(purpose, keys), 1 / (cov * cov), mean * cov * cov);
  }
}
