package org.espalier.profiler.statistics;

import java.util.Arrays;
import java.util.Optional;
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

  private static final double SURE = 0.01;
  private static final double NOTABLE = 0.01;

  /** The drift of values in the order in which they were measured; empty of fewer than eight. */
  public static Optional<Drift> of(double[] values) {
    if (values.length < LEAST) {
      return Optional.empty();
    }
    int half = values.length / 2;
    double early = Medians.of(Arrays.copyOf(values, half));
    double late = Medians.of(Arrays.copyOfRange(values, values.length - half, values.length));
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
    double distance = Math.max(0, Math.abs(risingLessFalling(values, sorted)) - 1);
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

  /** Rising pairs less falling ones, in n log n steps. */
  static long risingLessFalling(double[] values, double[] sorted) {
    long[] counts = new long[sorted.length + 1];
    long difference = 0;
    for (int seen = 0; seen < values.length; seen++) {
      int from = first(sorted, values[seen]);
      int to = firstAbove(sorted, values[seen]);
      long below = sum(counts, from);
      long above = seen - sum(counts, to);
      difference += below - above;
      for (int i = from + 1; i < counts.length; i += i & -i) {
        counts[i]++;
      }
    }
    return difference;
  }

  /** The sum of the first counts of a binary indexed tree. */
  private static long sum(long[] counts, int first) {
    long sum = 0;
    for (int i = first; i > 0; i -= i & -i) {
      sum += counts[i];
    }
    return sum;
  }

  private static int first(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int firstAbove(double[] sorted, double value) {
    return first(sorted, Math.nextUp(value));
  }
}
