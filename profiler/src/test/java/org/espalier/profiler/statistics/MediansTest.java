package org.espalier.profiler.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MediansTest {
  @Test
  void medians() {
    assertThat(Medians.of(new double[] {})).isNaN();
    assertThat(Medians.of(new double[] {3})).isEqualTo(3);
    assertThat(Medians.of(new double[] {3, 1})).isEqualTo(2);
    assertThat(Medians.of(new double[] {9, 1, 4})).isEqualTo(4);
  }

  @Test
  void scoresByHand() {
    // median 3; distances 2 1 0 1 97, median 1; so 1.4826 is one standard deviation
    assertThat(Medians.scores(new double[] {1, 2, 3, 4, 100})[4])
        .isCloseTo(97 / 1.4826, within(1e-9));
    // median 5; distances 0 0 0 0 5, median 0, mean 1; so 1.2533 is one standard deviation
    assertThat(Medians.scores(new double[] {5, 5, 5, 5, 10})[4])
        .isCloseTo(5 / 1.2533, within(1e-9));
    assertThat(Medians.scores(new double[] {5, 5, 5})).containsOnly(0);
  }

  @Test
  void halfOfTheValuesAreNotAboveTheMedianAndHalfNotBelow() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 500; trial++) {
      double[] values = random.doubles(1 + random.nextInt(12)).map(v -> Math.rint(v * 5)).toArray();
      double median = Medians.of(values);
      long below = Arrays.stream(values).filter(v -> v < median).count();
      long above = Arrays.stream(values).filter(v -> v > median).count();
      assertThat(Math.max(below, above)).isLessThanOrEqualTo(values.length / 2);
    }
  }
}
