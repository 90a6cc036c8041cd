package org.espalier.service.learning;

import java.util.Arrays;
import org.espalier.core.pmf.Pmf;

/**
 * The two-sample test of Kolmogorov and Smirnov where one sample is only known by its weighted
 * distribution.
 *
 * <p>A model learned with exponential forgetting is a weighted empirical distribution. The variance
 * of its cumulative distribution at any point is that of a sample of its effective size m (see
 * {@link Histogram#effectiveSize}), so that it enters the test as a sample of m, which need not be
 * whole. Ready-made tests want the samples themselves. On a lattice, with its ties, the p-value is
 * an upper bound of the true one.
 */
final class KolmogorovSmirnov {
  private static final int TERMS = 100;

  private KolmogorovSmirnov() {}

  /**
   * D, the greatest difference between the empirical distribution of some times and a model.
   *
   * @param times on the lattice of the model; sorted by this method
   */
  static double statistic(long[] times, Pmf model) {
    Arrays.sort(times);
    double greatest = 0;
    int before = 0;
    for (int i = 0; i < times.length; i++) {
      boolean lastOfEqual = i + 1 == times.length || times[i + 1] != times[i];
      if (lastOfEqual) {
        double below = (double) before / times.length;
        double upTo = (double) (i + 1) / times.length;
        double belowModel = model.cumulative(times[i] - model.step());
        greatest = Math.max(greatest, Math.abs(below - belowModel));
        greatest = Math.max(greatest, Math.abs(upTo - model.cumulative(times[i])));
        before = i + 1;
      }
    }
    return greatest;
  }

  /**
   * P(D &gt;= d) if two samples of sizes n and m come from one distribution: Q((sqrt(e) + 0.12 +
   * 0.11 / sqrt(e)) d) with e = n m / (n + m) and Q(x) = 2 sum over j &gt;= 1 of (-1)^(j-1) exp(-2
   * j^2 x^2), the limit distribution with the correction of Stephens, Journal of the Royal
   * Statistical Society B 32 (1970), for small samples.
   */
  static double pValue(double d, double n, double m) {
    double root = Math.sqrt(n * m / (n + m));
    double x = (root + 0.12 + 0.11 / root) * d;
    if (x < 0.2) {
      return 1;
    }
    double sum = 0;
    for (int j = TERMS; j >= 1; j--) {
      double term = Math.exp(-2.0 * j * j * x * x);
      sum += j % 2 == 1 ? term : -term;
    }
    return Math.clamp(2 * sum, 0.0, 1.0);
  }

  /** The Kolmogorov distance of two distributions on one lattice. */
  static double distance(Pmf a, Pmf b) {
    return Math.max(distanceAtPointsOf(a, b), distanceAtPointsOf(b, a));
  }

  private static double distanceAtPointsOf(Pmf a, Pmf b) {
    double greatest = 0;
    for (int i = 0; i < a.size(); i++) {
      long time = a.time(i);
      greatest = Math.max(greatest, Math.abs(a.cumulative(time) - b.cumulative(time)));
    }
    return greatest;
  }
}
