package org.espalier.profiler.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class MedianIntervalTest {
  @Test
  void sameForTheSameSeed() {
    double[] values = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    assertThat(MedianInterval.of(values, 7)).isEqualTo(MedianInterval.of(values, 7));
    assertThat(values).startsWith(3, 1, 4);
  }

  @Test
  void noIntervalOfOneValue() {
    MedianInterval interval = MedianInterval.of(new double[] {3}, 1);
    assertThat(interval.median()).isEqualTo(3);
    assertThat(interval.low()).isNaN();
    assertThat(interval.high()).isNaN();
  }

  /**
   * Of an odd number n of values the median of a draw is at most the k-th smallest where more than
   * half of the draws are: with the probability that a binomial of n and k/n is above n/2.
   */
  @Test
  void endsAreThoseOfTheExactDistribution() {
    for (int n = 3; n <= 41; n += 2) {
      double[] values = new SplittableRandom(n).doubles(n).toArray();
      MedianInterval interval = MedianInterval.of(values, n);
      Arrays.sort(values);
      // within one in a hundred, as four thousand draws are
      assertThat(interval.low()).isBetween(exact(values, 0.015), exact(values, 0.035));
      assertThat(interval.high()).isBetween(exact(values, 0.965), exact(values, 0.985));
    }
  }

  private static double exact(double[] sorted, double quantile) {
    int n = sorted.length;
    for (int k = 1; k < n; k++) {
      double atMost = BinomialDistribution.of(n, (double) k / n).survivalProbability(n / 2);
      if (atMost >= quantile) {
        return sorted[k - 1];
      }
    }
    return sorted[n - 1];
  }
}
