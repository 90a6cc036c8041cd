package org.espalier.profiler.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.espalier.report.statistics.MeanInterval;

/**
 * What the runs of one command say together. Outliers are named and stay in all numbers.
 *
 * @param mean the mean with its interval, by {@link RunMean}
 * @param deviation the standard deviation of the sample; NaN of fewer than two values
 * @param median the median with its interval
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

  private static final Median MEDIAN = Median.withDefaults().withCopy(true);

  /** The median absolute deviation of a normal distribution, in standard deviations, inverted. */
  private static final double FROM_MEDIAN_DEVIATION = 1.4826;

  /** The mean absolute deviation of a normal distribution, in standard deviations, inverted. */
  private static final double FROM_MEAN_DEVIATION = 1.2533;

  /** Below, a distance from the others says little. */
  private static final int LEAST_FOR_OUTLIERS = 5;

  /**
   * A value far from the others.
   *
   * @param run which run it was, from 1
   * @param value the value
   */
  public record Outlier(int run, double value) {}

  /** The summary of values, one at least, in the order of the runs. */
  public static SampleSummary of(double[] values) {
    double[] scores = scores(values);
    boolean enough = values.length >= LEAST_FOR_OUTLIERS;
    return new SampleSummary(
        RunMean.of(values),
        values.length < 2 ? Double.NaN : StandardDeviation.of(values).getAsDouble(),
        MedianInterval.of(values),
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

  /**
   * How far each value is from the median, in standard deviations that are estimated by the median
   * absolute deviation: modified z-scores. Where more than half of the values are equal, that
   * deviation is 0, and the mean absolute deviation takes its place (Iglewicz and Hoaglin, How to
   * Detect and Handle Outliers, 1993).
   */
  static double[] scores(double[] values) {
    double median = MEDIAN.evaluate(values);
    double[] distances = Arrays.stream(values).map(value -> Math.abs(value - median)).toArray();
    double deviation = FROM_MEDIAN_DEVIATION * MEDIAN.evaluate(distances);
    double scale =
        deviation > 0
            ? deviation
            : FROM_MEAN_DEVIATION * Arrays.stream(distances).average().orElse(0);
    return Arrays.stream(values).map(value -> scale > 0 ? (value - median) / scale : 0).toArray();
  }

  private static List<Outlier> outliers(double[] values, double[] scores) {
    return IntStream.range(0, values.length)
        .filter(i -> Math.abs(scores[i]) > OUTLIER_SCORE)
        .mapToObj(i -> new Outlier(i + 1, values[i]))
        .toList();
  }
}
