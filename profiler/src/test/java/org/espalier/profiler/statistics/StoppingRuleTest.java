package org.espalier.profiler.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.report.statistics.MeanInterval;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LATE = Duration.ofHours(1);
  private static final StoppingRule RULE = StoppingRule.DEFAULT;

  private static double[] wide(int n) {
    double[] values = new double[n];
    Arrays.setAll(values, i -> 1 + i % 2);
    return values;
  }

  private static double[] equal(int n) {
    double[] values = new double[n];
    Arrays.fill(values, 0.2);
    return values;
  }

  @Test
  void neverBeforeTheLeast() {
    assertThat(RULE.isEnough(equal(8), LATE)).isFalse();
    assertThat(RULE.isEnough(equal(9), SOON)).isTrue();
  }

  @Test
  void mostRunsAndTime() {
    assertThat(RULE.isEnough(wide(99), SOON)).isFalse();
    assertThat(RULE.isEnough(wide(100), SOON)).isTrue();
    assertThat(RULE.isEnough(wide(9), LATE)).isTrue();
    StoppingRule once = new StoppingRule(1, 1, 0.02, SOON);
    assertThat(once.isEnough(wide(1), Duration.ZERO)).isTrue();
  }

  @Test
  void preciseIsHalfTheWidthOverTheMean() {
    SplittableRandom random = new SplittableRandom(1);
    StoppingRule rule = new StoppingRule(9, 1_000, 0.02, LATE);
    for (int trial = 0; trial < 300; trial++) {
      double[] values = random.doubles(9 + random.nextInt(60), 0.8, 1.2).toArray();
      MeanInterval mean = RunMean.of(values);
      boolean precise = mean.halfWidth() <= 0.02 * mean.mean();
      assertThat(rule.isEnough(values, SOON)).isEqualTo(precise);
    }
  }

  @Test
  void expectedRunsAreBetweenThoseDoneAndTheMost() {
    assertThat(RULE.expected(wide(1), SOON)).isEqualTo(9);
    assertThat(RULE.expected(equal(4), SOON)).isEqualTo(9);
    assertThat(RULE.expected(wide(20), SOON)).isEqualTo(100);
    // 20 runs took 4 of 5 minutes
    assertThat(RULE.expected(wide(20), Duration.ofMinutes(4))).isEqualTo(25);
    assertThat(RULE.expected(wide(20), LATE)).isEqualTo(20);
  }
}
