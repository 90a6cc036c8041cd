package org.espalier.workload.pet;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.LogNormalSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.espalier.workload.pet.TimeDistribution.Bimodal;
import org.espalier.workload.pet.TimeDistribution.Gamma;
import org.espalier.workload.pet.TimeDistribution.GammaByScale;
import org.espalier.workload.pet.TimeDistribution.LogNormal;

/** Samplers of execution times with a mean. */
final class TimeSamplers {
  private static final double BIMODAL_SHAPE = 50;

  private TimeSamplers() {}

  /**
   * A sampler of times around a mean in ticks.
   *
   * @param unit that of the mean before it was in ticks, in ticks
   */
  static ContinuousSampler of(
      TimeDistribution times, UniformRandomProvider random, double mean, double unit) {
    return switch (times) {
      case Gamma gamma ->
          gamma(random, mean, between(gamma.leastShape(), gamma.greatestShape(), random));
      case GammaByScale gamma -> {
        double scale = unit * between(gamma.leastScale(), gamma.greatestScale(), random);
        yield gamma(random, mean, mean / scale);
      }
      case LogNormal logNormal -> logNormal(random, mean, logNormal.sigma());
      case Bimodal bimodal -> bimodal(random, mean, bimodal);
    };
  }

  private static double between(double least, double greatest, UniformRandomProvider random) {
    return least + random.nextDouble() * (greatest - least);
  }

  private static ContinuousSampler gamma(UniformRandomProvider random, double mean, double shape) {
    return AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, mean / shape);
  }

  private static ContinuousSampler logNormal(
      UniformRandomProvider random, double mean, double sigma) {
    double mu = Math.log(mean) - sigma * sigma / 2;
    return LogNormalSampler.of(ZigguratSampler.NormalizedGaussian.of(random), mu, sigma);
  }

  private static ContinuousSampler bimodal(
      UniformRandomProvider random, double mean, Bimodal times) {
    double shortMean = mean / (1 - times.share() + times.share() * times.ratio());
    ContinuousSampler shortTimes = gamma(random, shortMean, BIMODAL_SHAPE);
    return () -> (random.nextDouble() < times.share() ? times.ratio() : 1) * shortTimes.sample();
  }
}
