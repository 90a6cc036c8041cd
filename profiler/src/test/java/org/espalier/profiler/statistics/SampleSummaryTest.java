package org.espalier.profiler.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class SampleSummaryTest {
  @Test
  void numbersByHand() {
    SampleSummary summary = SampleSummary.of(new double[] {2, 4, 4, 4, 5, 5, 7, 9});
    assertThat(summary.count()).isEqualTo(8);
    // blocks of two have means 3, 4, 5 and 8, so 3.1824 * sqrt(14 / 3) / 2
    assertThat(summary.mean().mean()).isEqualTo(5);
    assertThat(summary.mean().halfWidth()).isCloseTo(3.4374, within(1e-4));
    assertThat(summary.deviation()).isCloseTo(Math.sqrt(32.0 / 7), within(1e-12));
    assertThat(summary.median().median()).isEqualTo(4.5);
    assertThat(summary.least()).isEqualTo(2);
    assertThat(summary.most()).isEqualTo(9);
    // distances from 4.5: half of them 0.5, so 9 is 4.5 / 0.7413 = 6.07 standard deviations above
    assertThat(summary.outliers()).extracting(SampleSummary.Outlier::run).containsExactly(8);
    assertThat(summary.hasSlowFirst()).isFalse();
  }

  @Test
  void scoresByHand() {
    // median 3; distances 2 1 0 1 97, median 1; so 1.4826 is one standard deviation
    assertThat(SampleSummary.scores(new double[] {1, 2, 3, 4, 100})[4])
        .isCloseTo(97 / 1.4826, within(1e-9));
    // median 5; distances 0 0 0 0 5, median 0, mean 1; so 1.2533 is one standard deviation
    assertThat(SampleSummary.scores(new double[] {5, 5, 5, 5, 10})[4])
        .isCloseTo(5 / 1.2533, within(1e-9));
    assertThat(SampleSummary.scores(new double[] {5, 5, 5})).containsOnly(0);
  }

  @Test
  void outliersAreNamedAndStay() {
    SampleSummary summary = SampleSummary.of(new double[] {10, 11, 9, 50, 10.5, 9.5, -40});
    assertThat(summary.outliers())
        .extracting(SampleSummary.Outlier::run, SampleSummary.Outlier::value)
        .containsExactly(tuple(4, 50.0), tuple(7, -40.0));
    assertThat(summary.count()).isEqualTo(7);
    assertThat(summary.most()).isEqualTo(50);
    assertThat(summary.hasSlowFirst()).isFalse();
  }

  @Test
  void slowFirst() {
    assertThat(SampleSummary.of(new double[] {50, 11, 9, 10, 10.5, 9.5}).hasSlowFirst()).isTrue();
    assertThat(SampleSummary.of(new double[] {12, 11, 9, 10, 10.5, 9.5}).hasSlowFirst()).isFalse();
    assertThat(SampleSummary.of(new double[] {2, 11, 9, 10, 10.5, 9.5}).hasSlowFirst()).isFalse();
  }

  @Test
  void oneValueHasNoSpread() {
    SampleSummary summary = SampleSummary.of(new double[] {3});
    assertThat(summary.deviation()).isNaN();
    assertThat(summary.precision()).isInfinite();
    assertThat(summary.drift()).isEmpty();
  }

  @Test
  void fewNormalValuesAreOutliers() {
    SplittableRandom random = new SplittableRandom(2);
    double[] values = random.doubles(20_000).map(u -> quantile(u)).toArray();
    // beyond 3.5 standard deviations is 0.00047 of a normal distribution: about 9 values
    assertThat(SampleSummary.of(values).outliers().size()).isBetween(3, 20);
  }

  private static double quantile(double u) {
    return NormalDistribution.of(0, 1).inverseCumulativeProbability(u);
  }
}
