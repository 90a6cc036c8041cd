package org.espalier.analysis.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.junit.jupiter.api.Test;

class PointMassesTest {
  @Test
  void gammaPointsKeepTheMeanAndLieInTheirShares() {
    for (double cov : new double[] {0.01, 0.1, 0.5, 1, 1.5}) {
      PointMasses points = PointMasses.gamma(600, cov, 100);
      GammaDistribution gamma = GammaDistribution.of(1 / (cov * cov), 600 * cov * cov);
      assertThat(points.size()).isEqualTo(100);
      assertThat(moment(points, 1)).isCloseTo(600, withPercentage(1e-11));
      for (int k = 0; k < 100; k++) {
        double share = gamma.cumulativeProbability(points.value(k));
        assertThat(share).isBetween(k / 100.0 - 1e-9, (k + 1) / 100.0 + 1e-9);
      }
    }
  }

  /** The first of their shares lie so near 0 that they cannot be told apart. */
  @Test
  void theMeanIsKeptHoweverWideTheDistribution() {
    for (double cov : new double[] {3, 10}) {
      PointMasses points = PointMasses.gamma(600, cov, 100);
      assertThat(moment(points, 1)).isCloseTo(600, withPercentage(1e-11));
      assertThat(points.value(0)).isNotNegative();
      assertThat(points.size()).isBetween(30, 100);
    }
  }

  /** For an exponential distribution, the mean between quantiles has a closed form. */
  @Test
  void gammaPointsAreTheMeansOfTheirShares() {
    PointMasses points = PointMasses.gamma(1, 1, 8);
    for (int k = 0; k < 8; k++) {
      double from = k / 8.0;
      double to = (k + 1) / 8.0;
      double mean = 8 * (upTo(to) - upTo(from));
      assertThat(points.value(k)).isCloseTo(mean, within(1e-9));
    }
  }

  /** The integral of x exp(-x) up to the quantile of a share. */
  private static double upTo(double share) {
    double left = 1 - share;
    return left == 0 ? 1 : 1 - left * (1 - Math.log(left));
  }

  /** As the documentation says of 100 points. */
  @Test
  void theVarianceOfGammaPointsIsALittleSmaller() {
    assertThat(lostVariance(0.1)).isBetween(0.001, 0.01);
    assertThat(lostVariance(1.5)).isBetween(0.01, 0.04);
  }

  private static double lostVariance(double cov) {
    PointMasses points = PointMasses.gamma(1, cov, 100);
    return 1 - (moment(points, 2) - 1) / (cov * cov);
  }

  @Test
  void withoutVariationThereIsOnePoint() {
    assertThat(PointMasses.gamma(5, 0, 100).size()).isEqualTo(1);
    assertThat(PointMasses.gamma(5, 0.5, 1).value(0)).isEqualTo(5);
  }

  /** The mean of a power of the value. */
  static double moment(PointMasses masses, int power) {
    return IntStream.range(0, masses.size())
        .mapToDouble(k -> masses.probability(k) * Math.pow(masses.value(k), power))
        .sum();
  }

  @Test
  void sharesKeepTheMean() {
    PointMasses masses = new PointMasses(new double[] {1, 2, 4}, new double[] {0.5, 0.2, 0.3});
    double[] shares = masses.shares(4);
    assertThat(shares).containsExactly(new double[] {1, 1, 2.4, 4}, within(1e-12));
    assertThat(Arrays.stream(masses.shares(128)).average().orElseThrow())
        .isCloseTo(moment(masses, 1), within(1e-12));
    assertThat(PointMasses.certain(3).shares(3))
        .containsExactly(new double[] {3, 3, 3}, within(1e-12));
    PointMasses even = PointMasses.gamma(1, 0.7, 16);
    for (int k = 0; k < 16; k++) {
      assertThat(even.shares(16)[k]).isEqualTo(even.value(k));
    }
  }
}
