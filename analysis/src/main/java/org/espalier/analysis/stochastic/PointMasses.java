package org.espalier.analysis.stochastic;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * A distribution of finitely many numbers that are not negative: execution times in seconds, or
 * powers in watts. Immutable.
 */
final class PointMasses {
  private final double[] values;
  private final double[] probabilities;

  /**
   * A distribution.
   *
   * @param values ascending, not negative
   * @param probabilities above 0, with a sum of 1
   */
  PointMasses(double[] values, double[] probabilities) {
    this.values = values;
    this.probabilities = probabilities;
  }

  /** All mass on one value. */
  static PointMasses certain(double value) {
    return new PointMasses(new double[] {value}, new double[] {1});
  }

  /**
   * A gamma distribution as equally likely points. Each stands at the mean of its share of the
   * distribution, from quantile k/n to (k+1)/n, so that the mean of the points is that of the
   * distribution; it is kept to the last bits. Their variance is smaller, by that inside the
   * shares: with 100 points by 0.4 % at a COV of 0.1 and by 2 % at 1.5.
   *
   * @param mean above 0
   * @param cov coefficient of variation; the mean alone if it is 0
   * @param points how many, at least 1
   */
  static PointMasses gamma(double mean, double cov, int points) {
    if (cov == 0 || points == 1) {
      return certain(mean);
    }
    double[] values = meansOfShares(1 / (cov * cov), points);
    double average = Arrays.stream(values).sum() / points;
    for (int k = 0; k < points; k++) {
      values[k] *= mean / average;
    }
    double[] probabilities = new double[points];
    Arrays.fill(probabilities, 1.0 / points);
    return merged(values, probabilities);
  }

  /**
   * The means of equal shares of a gamma distribution of scale 1. The mean up to a quantile q is
   * shape P(shape + 1, q).
   */
  private static double[] meansOfShares(double shape, int points) {
    GammaDistribution gamma = GammaDistribution.of(shape, 1);
    GammaDistribution weighted = GammaDistribution.of(shape + 1, 1);
    double[] means = new double[points];
    double before = 0;
    for (int k = 0; k < points; k++) {
      double quantile = gamma.inverseCumulativeProbability((k + 1.0) / points);
      double upTo = weighted.cumulativeProbability(quantile);
      means[k] = shape * points * (upTo - before);
      before = upTo;
    }
    return means;
  }

  /** Equal neighbours become one, as where a tiny COV leaves no room between them. */
  private static PointMasses merged(double[] values, double[] probabilities) {
    int last = 0;
    for (int k = 1; k < values.length; k++) {
      if (values[k] > values[last]) {
        last++;
        values[last] = values[k];
        probabilities[last] = probabilities[k];
      } else {
        probabilities[last] += probabilities[k];
      }
    }
    return new PointMasses(Arrays.copyOf(values, last + 1), Arrays.copyOf(probabilities, last + 1));
  }

  int size() {
    return values.length;
  }

  double value(int k) {
    return values[k];
  }

  double probability(int k) {
    return probabilities[k];
  }

  /**
   * The means of equal shares of the distribution, ascending; their mean is that of the
   * distribution.
   */
  double[] shares(int count) {
    if (size() == count && Arrays.stream(probabilities).allMatch(p -> p == probabilities[0])) {
      return values.clone();
    }
    double[] shares = new double[count];
    int k = 0;
    double left = probabilities[0];
    for (int share = 0; share < count; share++) {
      double missing = 1.0 / count;
      while (missing > left && k + 1 < values.length) {
        shares[share] += left * values[k] * count;
        missing -= left;
        left = probabilities[++k];
      }
      shares[share] += missing * values[k] * count;
      left -= missing;
    }
    return shares;
  }
}
