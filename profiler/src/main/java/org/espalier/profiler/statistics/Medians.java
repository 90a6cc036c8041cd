package org.espalier.profiler.statistics;

import java.util.Arrays;

/** Medians, and how far values are from them. */
final class Medians {
  /** The median absolute deviation of a normal distribution, in standard deviations, inverted. */
  private static final double FROM_MEDIAN_DEVIATION = 1.4826;

  /** The mean absolute deviation of a normal distribution, in standard deviations, inverted. */
  private static final double FROM_MEAN_DEVIATION = 1.2533;

  private Medians() {}

  /** The median; NaN of nothing. */
  static double of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return ofSorted(sorted);
  }

  /** The median of values in rising order; NaN of nothing. */
  static double ofSorted(double[] sorted) {
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /**
   * How far each value is from the median, in standard deviations that are estimated by the median
   * absolute deviation: modified z-scores. Where more than half of the values are equal, that
   * deviation is 0, and the mean absolute deviation takes its place (Iglewicz and Hoaglin, How to
   * Detect and Handle Outliers, 1993).
   */
  static double[] scores(double[] values) {
    double median = of(values);
    double[] distances = Arrays.stream(values).map(value -> Math.abs(value - median)).toArray();
    double deviation = FROM_MEDIAN_DEVIATION * of(distances);
    double scale =
        deviation > 0
            ? deviation
            : FROM_MEAN_DEVIATION * Arrays.stream(distances).average().orElse(0);
    return Arrays.stream(values).map(value -> scale > 0 ? (value - median) / scale : 0).toArray();
  }
}
