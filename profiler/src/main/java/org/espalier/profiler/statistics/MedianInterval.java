package org.espalier.profiler.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The median of a sample with its 95 % interval by order statistics. It goes from the k-th smallest
 * value to the k-th greatest, with the greatest k for which that holds the median of the
 * distribution with a probability of at least 95 %, whatever the distribution is.
 *
 * @param median the median
 * @param low the lower end; NaN if there are fewer than six values, of which not even all are such
 *     an interval
 * @param high the upper end; NaN if there are fewer than six values
 */
public record MedianInterval(double median, double low, double high) {
  private static final double OUTSIDE = 0.025;

  /** The median and interval of some values. */
  public static MedianInterval of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int k = BinomialDistribution.of(n, 0.5).inverseCumulativeProbability(OUTSIDE);
    double median = Median.withDefaults().evaluate(sorted);
    return k == 0
        ? new MedianInterval(median, Double.NaN, Double.NaN)
        : new MedianInterval(median, sorted[k - 1], sorted[n - k]);
  }
}
