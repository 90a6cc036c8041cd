package org.espalier.profiler.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The median of a sample with its 95 % bootstrap interval, by percentiles: the sample is drawn
 * again with replacement many times, and the interval holds the middle 95 % of the medians of
 * those.
 *
 * @param median the median
 * @param low the lower end; NaN if there are fewer than two values
 * @param high the upper end; NaN if there are fewer than two values
 */
public record MedianInterval(double median, double low, double high) {
  private static final int DRAWS = 4_000;
  private static final double OUTSIDE = 0.025;

  /** The median and interval of some values; the same for the same seed. */
  public static MedianInterval of(double[] values, long seed) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double median = Medians.ofSorted(sorted);
    if (sorted.length < 2) {
      return new MedianInterval(median, Double.NaN, Double.NaN);
    }
    double[] medians = medians(sorted, new SplittableRandom(seed));
    int below = (int) (OUTSIDE * DRAWS);
    return new MedianInterval(median, medians[below], medians[DRAWS - 1 - below]);
  }

  private static double[] medians(double[] sorted, SplittableRandom random) {
    double[] medians = new double[DRAWS];
    int[] times = new int[sorted.length];
    for (int draw = 0; draw < DRAWS; draw++) {
      Arrays.fill(times, 0);
      for (int i = 0; i < sorted.length; i++) {
        times[random.nextInt(sorted.length)]++;
      }
      medians[draw] = median(sorted, times);
    }
    Arrays.sort(medians);
    return medians;
  }

  /** The median of a draw, of which is known how many times it has each value. */
  private static double median(double[] sorted, int[] times) {
    int n = sorted.length;
    double upper = at(sorted, times, n / 2);
    return n % 2 == 1 ? upper : (at(sorted, times, n / 2 - 1) + upper) / 2;
  }

  private static double at(double[] sorted, int[] times, int place) {
    int passed = 0;
    int i = 0;
    while (passed + times[i] <= place) {
      passed += times[i];
      i++;
    }
    return sorted[i];
  }
}
