package org.espalier.profiler.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether values rise or fall in their order: the test of Mann and Kendall. It counts the pairs
 * that rise, less those that fall; of values without order that number is nearly normal. Two-sided,
 * with corrections for ties and for the steps of the number.
 *
 * @param pValue how likely values without drift look at least as ordered as these
 * @param change by which share the median of the later half is above that of the earlier half
 */
public record Drift(double pValue, double change) {
  /** Below, the number of pairs is far from normal. */
  private static final int LEAST = 8;

  private static final Median MEDIAN = Median.withDefaults();
  private static final double SURE = 0.01;
  private static final double NOTABLE = 0.01;

  /** The drift of values in the order in which they were measured; empty of fewer than eight. */
  public static Optional<Drift> of(double[] values) {
    if (values.length < LEAST) {
      return Optional.empty();
    }
    int half = values.length / 2;
    double early = MEDIAN.evaluate(Arrays.copyOf(values, half));
    double late = MEDIAN.evaluate(Arrays.copyOfRange(values, values.length - half, values.length));
    return Optional.of(new Drift(pValue(values), early == late ? 0 : late / early - 1));
  }

  /** Whether it is both sure (at 1 %) and large enough to matter (1 %). */
  public boolean isNotable() {
    return pValue < SURE && Math.abs(change) >= NOTABLE;
  }

  private static double pValue(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double variance = (term(values.length) - ties(sorted)) / 18;
    double distance = Math.max(0, Math.abs(risingLessFalling(values)) - 1);
    return variance > 0
        ? 2 * NormalDistribution.of(0, Math.sqrt(variance)).survivalProbability(distance)
        : 1;
  }

  private static double term(double n) {
    return n * (n - 1) * (2 * n + 5);
  }

  private static double ties(double[] sorted) {
    double ties = 0;
    int begin = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[begin]) {
        ties += term(i - begin);
        begin = i;
      }
    }
    return ties;
  }

  private static long risingLessFalling(double[] values) {
    long difference = 0;
    for (int later = 1; later < values.length; later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        difference += (long) Math.signum(values[later] - values[earlier]);
      }
    }
    return difference;
  }
}
