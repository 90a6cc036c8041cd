package org.espalier.workload.generator;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.espalier.workload.random.RandomStreams;

/**
 * The arrival times of one task type, one after the other, in units.
 *
 * <p>Inter-arrival times are drawn in a time that runs evenly. The first arrival lies anywhere in
 * the first of them, or else all types would begin in step, which the sources leave open. Where the
 * rate changes, {@link RateClock} then turns even time into real time, so that the mean rate is
 * that of a steady pattern.
 */
final class ArrivalTimes {
  private final ContinuousSampler gaps;
  private final DoubleUnaryOperator real;
  private double even;

  private ArrivalTimes(ContinuousSampler gaps, DoubleUnaryOperator real, double even) {
    this.gaps = gaps;
    this.real = real;
    this.even = even;
  }

  /**
   * @param meanGap mean inter-arrival time of the type, in units
   * @param random of the type
   * @param streams of the trial, for what all types share
   */
  static ArrivalTimes of(
      WorkloadSpec spec,
      double meanGap,
      UniformRandomProvider random,
      RandomStreams streams,
      int trial) {
    double units = spec.expectedUnits();
    return switch (spec.pattern()) {
      case ArrivalPattern.Steady(double share) ->
          regular(gamma(random, meanGap, share), DoubleUnaryOperator.identity(), random);
      case ArrivalPattern.Spiky spiky ->
          regular(
              gamma(random, meanGap, spiky.varianceShare()), RateClock.spiky(spiky, units), random);
      case ArrivalPattern.Poisson() -> poisson(meanGap, DoubleUnaryOperator.identity(), random);
      case ArrivalPattern.Bursty bursty ->
          poisson(
              meanGap, RateClock.bursty(bursty, units, streams.stream("bursts", trial)), random);
      case ArrivalPattern.Cyclic(var rates) ->
          poisson(meanGap, RateClock.cyclic(rates.values(), spec.units(rates.step())), random);
    };
  }

  private static ArrivalTimes regular(
      ContinuousSampler gaps, DoubleUnaryOperator real, UniformRandomProvider random) {
    return new ArrivalTimes(gaps, real, -random.nextDouble() * gaps.sample());
  }

  private static ArrivalTimes poisson(
      double meanGap, DoubleUnaryOperator real, UniformRandomProvider random) {
    return new ArrivalTimes(ZigguratSampler.Exponential.of(random, meanGap), real, 0);
  }

  /** Gamma with a mean and a variance of {@code share * mean}: scale is the share. */
  private static ContinuousSampler gamma(
      UniformRandomProvider random, double mean, double varianceShare) {
    return AhrensDieterMarsagliaTsangGammaSampler.of(random, mean / varianceShare, varianceShare);
  }

  /** The next arrival. */
  double next() {
    do {
      even += gaps.sample();
    } while (even < 0);
    return real.applyAsDouble(even);
  }
}
