package org.espalier.profiler.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.espalier.report.statistics.MeanInterval;

/**
 * What the runs of one command say together. Outliers are named and stay in all numbers.
 *
 * @param mean the mean with its interval, by {@link RunMean}
 * @param deviation the standard deviation of the sample; NaN of fewer than two values
 * @param median the median with its bootstrap interval
 * @param outliers values far from the median, in the order of the runs
 * @param drift whether values rise or fall in the order of the runs; empty of fewer than eight
 * @param hasSlowFirst whether the first is far above the rest, as it is where caches were cold
 */
public record SampleSummary(
    MeanInterval mean,
    double deviation,
    MedianInterval median,
    double least,
    double most,
    List<Outlier> outliers,
    Optional<Drift> drift,
    boolean hasSlowFirst) {
  /**
   * The bound of Iglewicz and Hoaglin, whose scores are 0.6745 distances over the median absolute
   * deviation, as ours are.
   */
  private static final double OUTLIER_SCORE = 3.5;

  /** The bound of hyperfine, ten standard deviations. */
  private static final double SLOW_FIRST_SCORE = 10;

  /** Below, a distance from the others says little. */
  private static final int LEAST_FOR_OUTLIERS = 5;

  /**
   * A value far from the others.
   *
   * @param run which run it was, from 1
   * @param value the value
   */
  public record Outlier(int run, double value) {}

  /**
   * The summary of values in the order of the runs.
   *
   * @param seed of the bootstrap
   * @throws IllegalArgumentException if there are none
   */
  public static SampleSummary of(double[] values, long seed) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values; expected at least one");
    }
    double[] scores = Medians.scores(values);
    boolean enough = values.length >= LEAST_FOR_OUTLIERS;
    return new SampleSummary(
        RunMean.of(values),
        values.length < 2 ? Double.NaN : StandardDeviation.of(values).getAsDouble(),
        MedianInterval.of(values, seed),
        Arrays.stream(values).min().getAsDouble(),
        Arrays.stream(values).max().getAsDouble(),
        enough ? outliers(values, scores) : List.of(),
        Drift.of(values),
        enough && scores[0] > SLOW_FIRST_SCORE);
  }

  /** How many values there are. */
  public int count() {
    return mean.count();
  }

  /**
   * Half the width of the interval of the mean over the mean; infinite of fewer than two values.
   */
  public double precision() {
    return StoppingRule.precision(mean);
  }

  private static List<Outlier> outliers(double[] values, double[] scores) {
    return IntStream.range(0, values.length)
        .filter(i -> Math.abs(scores[i]) > OUTLIER_SCORE)
        .mapToObj(i -> new Outlier(i + 1, values[i]))
        .toList();
  }
}
