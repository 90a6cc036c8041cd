package org.espalier.profiler.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DriftTest {
  @Test
  void byHand() {
    // 45 pairs rise; variance 10 * 9 * 25 / 18 = 125; z = 44 / sqrt(125) = 3.9355
    Drift rising = Drift.of(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}).orElseThrow();
    assertThat(rising.pValue()).isCloseTo(8.303e-5, within(1e-7));
    assertThat(rising.change()).isCloseTo(8.0 / 3 - 1, within(1e-12));
    assertThat(rising.isNotable()).isTrue();
    // Ties of five and five: variance (2250 - 2 * 300) / 18 = 91.67; S = 25; z = 24 / 9.574
    Drift step = Drift.of(new double[] {1, 1, 1, 1, 1, 2, 2, 2, 2, 2}).orElseThrow();
    assertThat(step.pValue()).isCloseTo(0.01219, within(1e-4));
  }

  @Test
  void nothingOfFewOrEqualValues() {
    assertThat(Drift.of(new double[7])).isEmpty();
    assertThat(Drift.of(new double[8]).orElseThrow()).isEqualTo(new Drift(1, 0));
  }

  @Test
  void withoutDriftOneOfTwentyIsBelowFivePercent() {
    SplittableRandom random = new SplittableRandom(5);
    int below = 0;
    for (int trial = 0; trial < 4_000; trial++) {
      below += Drift.of(random.doubles(20).toArray()).orElseThrow().pValue() < 0.05 ? 1 : 0;
    }
    assertThat(below / 4_000.0).isBetween(0.035, 0.06);
  }

  @Test
  void sureButSmallIsNotNotable() {
    double[] values = new double[50];
    Arrays.setAll(values, i -> 100 + i * 0.001);
    Drift drift = Drift.of(values).orElseThrow();
    assertThat(drift.pValue()).isLessThan(1e-6);
    assertThat(drift.isNotable()).isFalse();
  }
}
