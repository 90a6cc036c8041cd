package org.espalier.workload.generator;

import java.util.List;
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
 * rate changes, even time is then turned into real time, so that the mean rate is that of a steady
 * pattern. Not safe for use by several threads.
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
          regular(gamma(random, meanGap, spiky.varianceShare()), spiky(spiky, units), random);
      case ArrivalPattern.Poisson() -> poisson(meanGap, DoubleUnaryOperator.identity(), random);
      case ArrivalPattern.Bursty bursty ->
          poisson(meanGap, bursty(bursty, units, streams.stream("bursts", trial)), random);
      case ArrivalPattern.Cyclic(var rates) ->
          poisson(meanGap, cyclic(rates.values(), spec.units(rates.step())), random);
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

  /** The rate off-peak over the mean rate. */
  private static double offPeakRate(double onPeakShare, double onPeakFactor) {
    return 1 / (onPeakShare * onPeakFactor + 1 - onPeakShare);
  }

  /** On-peak and off-peak by turns, each cycle beginning on-peak. */
  private static DoubleUnaryOperator spiky(ArrivalPattern.Spiky spiky, double units) {
    double cycle = units / spiky.cycles();
    double offRate = offPeakRate(spiky.onPeakShare(), spiky.onPeakFactor());
    double onRate = offRate * spiky.onPeakFactor();
    double onUnits = cycle * spiky.onPeakShare();
    return time -> {
      double whole = Math.floor(time / cycle) * cycle;
      double rest = time - whole;
      double passed =
          rest <= onUnits * onRate ? rest / onRate : onUnits + (rest - onUnits * onRate) / offRate;
      return whole + passed;
    };
  }

  /** By steps of equal length, over and over. */
  private static DoubleUnaryOperator cyclic(List<Double> rates, double step) {
    int steps = rates.size();
    double mean = rates.stream().mapToDouble(rate -> rate).sum() / steps;
    double[] until = new double[steps];
    double sum = 0;
    int lastBusy = 0;
    for (int i = 0; i < steps; i++) {
      sum += rates.get(i) / mean;
      until[i] = sum;
      lastBusy = rates.get(i) > 0 ? i : lastBusy;
    }
    int last = lastBusy;
    return time -> {
      double cycles = Math.floor(time / step / steps);
      double rest = Math.min(time / step - cycles * steps, until[last]);
      int i = 0;
      while (i < last && until[i] <= rest) {
        i++;
      }
      double before = i == 0 ? 0 : until[i - 1];
      double passed = i + (rest - before) / (until[i] - before);
      return (cycles * steps + Math.min(passed, i + 1.0)) * step;
    };
  }

  /**
   * In bursts at random; times are asked for in their order.
   *
   * @param random the same for all types
   */
  private static DoubleUnaryOperator bursty(
      ArrivalPattern.Bursty bursty, double units, UniformRandomProvider random) {
    return new Bursts(bursty, units / bursty.cycles(), random);
  }

  private static final class Bursts implements DoubleUnaryOperator {
    private final double cycle;
    private final double share;
    private final double offRate;
    private final double onRate;
    private final ZigguratSampler.Exponential lengths;
    private boolean isOn;
    private double begin;
    private double end;
    private double evenBegin;

    Bursts(ArrivalPattern.Bursty bursty, double cycle, UniformRandomProvider random) {
      this.cycle = cycle;
      this.share = bursty.onPeakShare();
      this.offRate = offPeakRate(share, bursty.onPeakFactor());
      this.onRate = offRate * bursty.onPeakFactor();
      this.lengths = ZigguratSampler.Exponential.of(random);
      this.isOn = random.nextDouble() < share;
      this.end = length();
    }

    private double length() {
      return lengths.sample() * cycle * (isOn ? share : 1 - share);
    }

    private double rate() {
      return isOn ? onRate : offRate;
    }

    @Override
    public double applyAsDouble(double time) {
      while (evenBegin + (end - begin) * rate() <= time) {
        evenBegin += (end - begin) * rate();
        begin = end;
        isOn = !isOn;
        end = begin + length();
      }
      return begin + (time - evenBegin) / rate();
    }
  }
}
