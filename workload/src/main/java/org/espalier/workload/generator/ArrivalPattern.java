package org.espalier.workload.generator;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.Cycle;

/** How the tasks of one type arrive over time. */
public sealed interface ArrivalPattern {
  /**
   * At a constant rate: gamma inter-arrival times (JOURNAL 8.2).
   *
   * <p>With the variance of the text arrivals are almost regular. Those in the papers' trial files
   * are not: within a type their standard deviation is 1.1 to 1.2 times the mean, which {@link
   * Poisson} is closer to.
   *
   * @param varianceShare variance of an inter-arrival time as a share of its mean, both counted in
   *     the unit of the {@link WorkloadSpec}; 0.1 in the sources
   */
  record Steady(double varianceShare) implements ArrivalPattern {
    /** The variance of the sources. */
    public static final Steady OF_SOURCES = new Steady(0.1);

    public Steady {
      checkVariance(varianceShare);
    }
  }

  /**
   * On-peak and off-peak by turns (JOURNAL 9.4): as steady, but with a rate that switches between
   * two values of the same mean.
   *
   * <p>The source gives no numbers. In its spiky trials arrivals rise and fall about eight times in
   * the time that 800 tasks take, at about twice the rate on-peak; that half of a cycle is on-peak
   * is our guess.
   *
   * @param varianceShare as in {@link Steady}
   * @param cycles on-peak periods in the expected duration of the trial
   * @param onPeakShare share of a cycle that is on-peak; each cycle begins with it
   * @param onPeakFactor rate on-peak over rate off-peak
   */
  record Spiky(double varianceShare, int cycles, double onPeakShare, double onPeakFactor)
      implements ArrivalPattern {
    /** The defaults. */
    public static final Spiky OF_SOURCES = new Spiky(0.1, 8, 0.5, 2);

    public Spiky {
      checkVariance(varianceShare);
      checkPeaks(cycles, onPeakShare, onPeakFactor);
    }
  }

  /** As a Poisson process of constant rate. */
  record Poisson() implements ArrivalPattern {}

  /**
   * As a Poisson process in bursts, which begin and end at random, for all types at once. Their
   * lengths and those of the times between them are exponential.
   *
   * @param cycles bursts in the expected duration of a trial, in the mean
   * @param onPeakShare share of the time in bursts, in the mean
   * @param onPeakFactor rate in bursts over the rate between them
   */
  record Bursty(int cycles, double onPeakShare, double onPeakFactor) implements ArrivalPattern {
    public Bursty {
      checkPeaks(cycles, onPeakShare, onPeakFactor);
    }
  }

  /**
   * As a Poisson process whose rate changes over the day, over and over.
   *
   * @param rates relative rates; their mean stands for the mean rate
   */
  record Cyclic(Cycle rates) implements ArrivalPattern {
    private static final int DAY = 24;
    private static final int WEEK = 7 * DAY;
    private static final double ON_WEEKENDS = 0.5;

    public Cyclic {
      List<Double> values = rates.values();
      Arguments.refuse(
          !values.stream().allMatch(rate -> rate >= 0 && rate < Double.POSITIVE_INFINITY)
              || values.stream().noneMatch(rate -> rate > 0),
          "rates of which some are below 0, or all are 0; expected 0 or more, and one above 0");
    }

    private static Cyclic hourly(Stream<Double> rates) {
      return new Cyclic(Cycle.hourly(rates.toList()));
    }

    /**
     * A day whose rate rises and falls once, highest after 6 h.
     *
     * @param amplitude how far from the mean, as a share of it, from 0 to 1
     */
    public static Cyclic diurnal(double amplitude) {
      return hourly(hours(DAY).mapToObj(hour -> ofDay(hour, amplitude)));
    }

    /** A week of such days, on the last two of which half as much arrives. */
    public static Cyclic weekly(double amplitude) {
      return hourly(
          hours(WEEK)
              .mapToObj(
                  hour -> ofDay(hour, amplitude) * (hour < WEEK - 2 * DAY ? 1 : ON_WEEKENDS)));
    }

    private static IntStream hours(int count) {
      return IntStream.range(0, count);
    }

    private static double ofDay(int hour, double amplitude) {
      return 1 + amplitude * Math.sin(2 * Math.PI * (hour % DAY + 0.5) / DAY);
    }
  }

  private static void checkVariance(double share) {
    Arguments.refuse(
        !(share > 0) || Double.isInfinite(share),
        "varianceShare is %s; expected a number above 0",
        share);
  }

  private static void checkPeaks(int cycles, double onPeakShare, double onPeakFactor) {
    Arguments.refuse(
        cycles < 1 || !(onPeakShare > 0 && onPeakShare < 1),
        "%s cycles, on-peak for %s of each; expected at least 1, and a share in (0, 1)",
        cycles,
        onPeakShare);
    Arguments.refuse(
        !(onPeakFactor >= 1) || Double.isInfinite(onPeakFactor),
        "onPeakFactor is %s; expected at least 1",
        onPeakFactor);
  }
}
