package org.espalier.report.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of a sample with its 95 % confidence interval by Student's t distribution. The interval
 * is the mean plus and minus t(0.975, n - 1) * s / sqrt(n), where s is the sample's standard
 * deviation.
 *
 * @param count number of values; those that are NaN, where a trial has nothing to say, are left out
 * @param mean the mean; NaN if there are no values
 * @param halfWidth half the width of the interval; NaN if there are fewer than two values
 */
public record MeanInterval(int count, double mean, double halfWidth) {
  private static final double UPPER_QUANTILE = 0.975;

  /** Whether the interval leaves out zero; false if there is none. */
  public boolean excludesZero() {
    return Math.abs(mean) > halfWidth;
  }

  /** The mean and interval of some values. */
  public static MeanInterval of(double... values) {
    double[] sample = known(values);
    int n = sample.length;
    double mean = Mean.of(sample).getAsDouble();
    return new MeanInterval(n, mean, n < 2 ? Double.NaN : halfWidth(sample));
  }

  private static double halfWidth(double[] sample) {
    int n = sample.length;
    double t = TDistribution.of(n - 1).inverseCumulativeProbability(UPPER_QUANTILE);
    return t * StandardDeviation.of(sample).getAsDouble() / Math.sqrt(n);
  }

  /**
   * The difference of the means of two independent samples, with its interval by Welch's t test.
   * Variances may differ, and the degrees of freedom are those of Welch and Satterthwaite. The
   * count is the smaller of the two, without values that are NaN.
   */
  public static MeanInterval ofUnpaired(double[] values, double[] others) {
    double[] one = known(values);
    double[] other = known(others);
    int count = Math.min(one.length, other.length);
    double difference = Mean.of(one).getAsDouble() - Mean.of(other).getAsDouble();
    return new MeanInterval(
        count, difference, count < 2 ? Double.NaN : halfWidthOfDifference(one, other));
  }

  private static double halfWidthOfDifference(double[] one, double[] other) {
    double first = Variance.of(one).getAsDouble() / one.length;
    double second = Variance.of(other).getAsDouble() / other.length;
    double both = first + second;
    if (both == 0) {
      return 0;
    }
    double freedom =
        both * both / (first * first / (one.length - 1) + second * second / (other.length - 1));
    double t = TDistribution.of(freedom).inverseCumulativeProbability(UPPER_QUANTILE);
    return t * Math.sqrt(both);
  }

  private static double[] known(double[] values) {
    return Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
  }

  /**
   * The mean difference of values from those of a baseline, pair by pair, with the interval of that
   * mean. Pairs share their trial, so what trials have in common cancels.
   *
   * @throws IllegalArgumentException if there are not equally many
   */
  public static MeanInterval ofDifferences(double[] values, double[] baseline) {
    if (values.length != baseline.length) {
      throw new IllegalArgumentException(
          "%s values cannot be paired with %s of the baseline"
              .formatted(values.length, baseline.length));
    }
    double[] differences = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      differences[i] = values[i] - baseline[i];
    }
    return of(differences);
  }
}
