package org.espalier.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Differences of means of unpaired samples. */
class WelchIntervalTest {
  /**
   * Worked by hand. Means 3 and 8; variances over counts 2.5/5 and (32/3)/4, so 3.1667 in all;
   * degrees of freedom 3.1667^2 / (0.5^2/4 + 2.6667^2/3) = 4.1218, where the 0.975 quantile of t is
   * 2.744389 (by numeric integration); half width 2.744389 * sqrt(3.1667).
   */
  @Test
  void isThatOfWelch() {
    double[] one = {1, 2, 3, 4, 5};
    double[] other = {4, 8, 8, 12};
    MeanInterval difference = MeanInterval.ofUnpaired(one, other);

    assertThat(difference.count()).isEqualTo(4);
    assertThat(difference.mean()).isEqualTo(-5);
    assertThat(difference.halfWidth()).isCloseTo(4.883675, within(1e-5));
  }

  @Test
  void needsTwoValuesOfEach() {
    assertThat(MeanInterval.ofUnpaired(new double[] {1}, new double[] {1, 2}).halfWidth()).isNaN();
    assertThat(MeanInterval.ofUnpaired(new double[] {2, 2}, new double[] {1, 1}).halfWidth())
        .isZero();
  }
}
