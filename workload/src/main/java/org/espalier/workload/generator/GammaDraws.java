package org.espalier.workload.generator;

import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.espalier.workload.random.RandomStreams;

/**
 * Numbers from gamma distributions of a given mean and coefficient of variation, one from each
 * random stream.
 */
record GammaDraws(RandomStreams streams) {

  /** One number; the mean itself where the coefficient of variation is 0. */
  double draw(double mean, double cov, String purpose, long... keys) {
    return drawAbove(Double.NEGATIVE_INFINITY, mean, cov, purpose, keys);
  }

  /** One number above a limit that is below the mean: it is drawn again until it is. */
  double drawAbove(double limit, double mean, double cov, String purpose, long... keys) {
    if (cov == 0) {
      return mean;
    }
    ContinuousSampler sampler =
        AhrensDieterMarsagliaTsangGammaSampler.of(
            streams.stream(purpose, keys), 1 / (cov * cov), mean * cov * cov);
    double drawn = sampler.sample();
    while (drawn <= limit) {
      drawn = sampler.sample();
    }
    return drawn;
  }
}
