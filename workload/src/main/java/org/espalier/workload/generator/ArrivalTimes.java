package org.espalier.workload.generator;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * The arrival times of one task type, one after the other, in units.
 *
 * <p>Inter-arrival times are drawn in a time that runs evenly. The first arrival lies anywhere in
 * the first of them, or else all types would begin in step, which the sources leave open. A spiky
 * pattern then maps even time to real time: it passes fast off-peak and slowly on-peak, in the
 * inverse ratio of the rates, so that the mean rate is that of a steady pattern.
 */
final class ArrivalTimes {
  private final ContinuousSampler gaps;
  private final ArrivalPattern pattern;
  private final double cycleUnits;
  private double even;

  private ArrivalTimes(
      ContinuousSampler gaps, ArrivalPattern pattern, double cycleUnits, double even) {
    this.gaps = gaps;
    this.pattern = pattern;
    this.cycleUnits = cycleUnits;
    this.even = even;
  }

  /**
   * @param meanGap mean inter-arrival time of the type, in units
   * @param units units the trial is expected to take
   */
  static ArrivalTimes of(
      ArrivalPattern pattern, double meanGap, double units, UniformRandomProvider random) {
    return switch (pattern) {
      case ArrivalPattern.Steady(double share) -> {
        ContinuousSampler gaps = gamma(random, meanGap, share);
        yield new ArrivalTimes(gaps, pattern, units, -random.nextDouble() * gaps.sample());
      }
      case ArrivalPattern.Spiky spiky -> {
        ContinuousSampler gaps = gamma(random, meanGap, spiky.varianceShare());
        double cycle = units / spiky.cycles();
        yield new ArrivalTimes(gaps, pattern, cycle, -random.nextDouble() * gaps.sample());
      }
      case ArrivalPattern.Poisson() ->
          new ArrivalTimes(ZigguratSampler.Exponential.of(random, meanGap), pattern, units, 0);
    };
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
    return pattern instanceof ArrivalPattern.Spiky spiky ? real(spiky, even) : even;
  }

  private double real(ArrivalPattern.Spiky spiky, double time) {
    double whole = Math.floor(time / cycleUnits) * cycleUnits;
    double rest = time - whole;
    double offRate = spiky.offPeakRate();
    double onRate = offRate * spiky.onPeakFactor();
    double onUnits = cycleUnits * spiky.onPeakShare();
    double passed =
        rest <= onUnits * onRate ? rest / onRate : onUnits + (rest - onUnits * onRate) / offRate;
    return whole + passed;
  }
}
