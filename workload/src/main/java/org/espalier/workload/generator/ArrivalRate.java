package org.espalier.workload.generator;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.espalier.workload.environment.Environment;

/**
 * The rate at which tasks of a type arrive over a day (DISSERTATION appendix F); times in minutes.
 */
sealed interface ArrivalRate {
  /** A day. */
  double DAY = 1440;

  /** Tasks a minute at a time. */
  double at(double time);

  /**
   * The arrival after one at a time, or the first one for time 0. The gap is exponential by the
   * rate at that time, and cut off at the longest gap, at the end of which a task arrives too.
   *
   * @param uniform a draw from 0 to below 1
   */
  default double next(double time, double uniform, double longestGap) {
    return time + Math.min(-Math.log1p(-uniform) / at(time), longestGap);
  }

  /**
   * A sine around the mean rate.
   *
   * @param mean the mean rate
   * @param amplitude as a share of the mean, below 1
   * @param cycles whole cycles in a day, so that a day ends as it began
   * @param phase in radians
   */
  record Sinusoidal(double mean, double amplitude, int cycles, double phase)
      implements ArrivalRate {
    static Sinusoidal draw(double mean, Environment.Waves waves, UniformRandomProvider random) {
      int cycles = waves.fewest() + random.nextInt(waves.most() - waves.fewest() + 1);
      double phase = 2 * Math.PI * random.nextDouble();
      return new Sinusoidal(mean, waves.amplitude().draw(random::nextDouble), cycles, phase);
    }

    @Override
    public double at(double time) {
      return mean * (1 + amplitude * Math.sin(2 * Math.PI * cycles * time / DAY + phase));
    }
  }

  /**
   * A part of a bursty curve.
   *
   * @param from its beginning
   * @param to its end, which no longer belongs to it
   * @param factor rate in it over the mean rate
   */
  record Interval(double from, double to, double factor) {
    boolean has(double time) {
      return from <= time && time < to;
    }
  }

  /**
   * Long intervals below the mean rate and short bursts above it, by turns.
   *
   * @param mean the mean rate
   * @param intervals one after the other, the first from time 0 on
   */
  record Bursty(double mean, List<Interval> intervals) implements ArrivalRate {

    /**
     * A curve that begins with a baseline interval, ends as its warm-up ended, and has the mean
     * rate that is asked for.
     *
     * @param warmUp the time before the day that is meant
     */
    static Bursty draw(
        double mean, double warmUp, Environment environment, UniformRandomProvider random) {
      double end = warmUp + DAY;
      List<Interval> intervals = new ArrayList<>();
      double from = 0;
      while (from < end) {
        Environment.Spans spans =
            intervals.size() % 2 == 1 ? environment.bursts() : environment.baselines();
        double minutes = spans.minutes().draw(random::nextDouble);
        double factor = spans.rate().draw(random::nextDouble);
        intervals.add(new Interval(from, from + minutes, factor));
        from += minutes;
      }
      return new Bursty(mean, intervals).repeating(warmUp).rescaled(end);
    }

    @Override
    public double at(double time) {
      return mean * inForce(time).factor();
    }

    /** The interval at a time; behind the last one, the last one. */
    private Interval inForce(double time) {
      return intervals.stream().filter(i -> i.has(time)).findFirst().orElse(intervals.getLast());
    }

    /**
     * The curve up to a day after a time, which ends as it began. The part before that time of the
     * interval in force at it is repeated at the end. With no time before it there is nothing to
     * repeat.
     */
    Bursty repeating(double time) {
      Interval repeated = inForce(time);
      Interval last = new Interval(repeated.from() + DAY, time + DAY, repeated.factor());
      List<Interval> all = new ArrayList<>();
      for (Interval interval : intervals) {
        if (interval.from() < last.from()) {
          double to = Math.min(interval.to(), last.from());
          all.add(new Interval(interval.from(), to, interval.factor()));
        }
      }
      if (last.from() < last.to()) {
        all.add(last);
      }
      return new Bursty(mean, all);
    }

    /** The curve divided by its mean factor up to a time. */
    Bursty rescaled(double end) {
      double divisor = meanFactor(end);
      return new Bursty(
          mean,
          intervals.stream()
              .map(i -> new Interval(i.from(), i.to(), i.factor() / divisor))
              .toList());
    }

    /** The mean of the factors up to a time. */
    double meanFactor(double end) {
      return intervals.stream()
              .mapToDouble(i -> Math.max(0, Math.min(i.to(), end) - i.from()) * i.factor())
              .sum()
          / end;
    }
  }
}
