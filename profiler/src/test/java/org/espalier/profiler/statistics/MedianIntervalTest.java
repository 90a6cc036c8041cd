package org.espalier.profiler.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MedianIntervalTest {
  private static final double NAN = Double.NaN;

  /**
   * Of ten values at most one is on one side of the median with probability 11 / 1024, and at most
   * two with 56 / 1024; of nine at most one with 10 / 512, of six none with 1 / 64.
   */
  @Test
  void endsByHand() {
    assertThat(MedianInterval.of(new double[] {3, 1, 4, 1, 5, 9, 2, 6, 5, 3}))
        .isEqualTo(new MedianInterval(3.5, 1, 6));
    assertThat(MedianInterval.of(new double[] {9, 8, 7, 6, 5, 4, 3, 2, 1}))
        .isEqualTo(new MedianInterval(5, 2, 8));
    assertThat(MedianInterval.of(new double[] {6, 5, 4, 3, 2, 1}))
        .isEqualTo(new MedianInterval(3.5, 1, 6));
  }

  @Test
  void noIntervalOfFewValues() {
    assertThat(MedianInterval.of(new double[] {3})).isEqualTo(new MedianInterval(3, NAN, NAN));
    assertThat(MedianInterval.of(new double[] {5, 4, 3, 2, 1}))
        .isEqualTo(new MedianInterval(3, NAN, NAN));
  }

  @Test
  void leavesTheValuesInTheirOrder() {
    double[] values = {3, 1, 4, 1, 5, 9};
    MedianInterval.of(values);
    assertThat(values).containsExactly(3, 1, 4, 1, 5, 9);
  }

  /** The median of what is drawn is 0.25; of many values few more are inside than need be. */
  @Test
  void holdsTheMedianOfTheDistributionInAtLeast95Percent() {
    SplittableRandom random = new SplittableRandom(4);
    for (int n : new int[] {6, 15, 60, 301}) {
      int inside = 0;
      for (int trial = 0; trial < 4_000; trial++) {
        MedianInterval found = MedianInterval.of(random.doubles(n).map(v -> v * v).toArray());
        inside += found.low() <= 0.25 && 0.25 <= found.high() ? 1 : 0;
      }
      assertThat(inside / 4_000.0).isBetween(0.943, n > 100 ? 0.965 : 0.98);
    }
  }
}
