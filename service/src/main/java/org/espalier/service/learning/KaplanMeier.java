package org.espalier.service.learning;

import org.espalier.core.pmf.Pmf;

/**
 * The distribution of times of which some are known, and of others only that they are at least so
 * long. It is the product-limit estimator of Kaplan and Meier, Nonparametric Estimation from
 * Incomplete Observations, JASA 53 (1958), with weights, computed by redistribution to the right
 * (Efron, The Two Sample Problem with Censored Data, Fifth Berkeley Symposium, 1967, section 7).
 *
 * <p>From left to right, the weight of a stop at a point goes to the known times and stops at or
 * after it, in proportion. So everything to the right of stops weighs more by a common factor:
 *
 * <pre>f(p) = product over q up to p of (r(q) + c(q)) / r(q),  mass(p) in proportion to f(p) w(p)
 * </pre>
 *
 * with the weights w of known times, c of stops, and r(q) of the known times from q on and the
 * stops after q. Where no known time lies at or after a stop, its weight stays at its point, rather
 * than at the greatest stop of all as in Efron: a weight that is nearly forgotten is not to say
 * where all others lie.
 */
final class KaplanMeier {
  private KaplanMeier() {}

  /**
   * Such a distribution.
   *
   * @param known weights of known times; stops beyond its reach count at the end of it
   * @param stops weights of points before which times did not end
   */
  static Pmf pmf(Histogram known, Histogram stops, long step) {
    if (stops.isEmpty()) {
      return known.pmf(step);
    }
    long first = known.isEmpty() ? stops.first() : known.first();
    long last = Math.max(known.isEmpty() ? first : known.last(), known.reached(stops.last()));
    double[] ends = new double[(int) (last - first + 1)];
    double[] censored = new double[ends.length];
    known.forEach((point, weight) -> ends[(int) (point - first)] += weight);
    stops.forEach(
        (point, weight) -> censored[(int) (Math.clamp(point, first, last) - first)] += weight);
    redistribute(ends, censored);
    return Pmf.normalised(first * step, step, ends);
  }

  private static void redistribute(double[] ends, double[] stops) {
    double[] after = weightsAfter(ends, stops);
    int lastEnd = lastPositive(ends);
    double factor = 1;
    for (int p = 0; p < ends.length; p++) {
      if (p <= lastEnd) {
        double right = ends[p] + after[p];
        factor *= (right + stops[p]) / right;
        ends[p] *= factor;
      } else {
        ends[p] = factor * stops[p];
      }
    }
  }

  /** For each point the weight of all beyond it. */
  private static double[] weightsAfter(double[] ends, double[] stops) {
    double[] after = new double[ends.length];
    for (int p = ends.length - 2; p >= 0; p--) {
      after[p] = after[p + 1] + ends[p + 1] + stops[p + 1];
    }
    return after;
  }

  private static int lastPositive(double[] weights) {
    int last = weights.length - 1;
    while (last >= 0 && weights[last] == 0) {
      last--;
    }
    return last;
  }
}
