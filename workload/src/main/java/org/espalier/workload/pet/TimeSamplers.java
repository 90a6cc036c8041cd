package org.espalier.workload.pet;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.LogNormalSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.espalier.workload.pet.TimeDistribution.Bimodal;
import org.espalier.workload.pet.TimeDistribution.Gamma;
import org.espalier.workload.pet.TimeDistribution.LogNormal;

/** Samplers of execution times with a mean. */
final class TimeSamplers {
  private static final double BIMODAL_SHAPE = 50;

  private TimeSamplers() {}

  static ContinuousSampler of(TimeDistribution times, UniformRandomProvider random, double mean) {
    return switch (times) {
      case Gamma gamma -> gamma(random, mean, shape(gamma, random));
      case LogNormal logNormal -> logNormal(random, mean, logNormal.sigma());
      case Bimodal bimodal -> bimodal(random, mean, bimodal);
    };
  }

  private static double shape(Gamma gamma, UniformRandomProvider random) {
    return gamma.leastShape() + random.nextDouble() * (gamma.greatestShape() - gamma.leastShape());
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
