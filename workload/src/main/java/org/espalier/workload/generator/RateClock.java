package org.espalier.workload.generator;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Turns a time in which tasks arrive evenly into that in which their rate changes. Both have the
 * same unit, and the same mean rate. Not safe for use by several threads.
 */
final class RateClock {
  private RateClock() {}

  /** The rate off-peak over the mean rate. */
  private static double offPeakRate(double onPeakShare, double onPeakFactor) {
    return 1 / (onPeakShare * onPeakFactor + 1 - onPeakShare);
  }

  /** On-peak and off-peak by turns, each cycle beginning on-peak. */
  static DoubleUnaryOperator spiky(ArrivalPattern.Spiky spiky, double units) {
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
  static DoubleUnaryOperator cyclic(List<Double> rates, double step) {
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
  static DoubleUnaryOperator bursty(
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
