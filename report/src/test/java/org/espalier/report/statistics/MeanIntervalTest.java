package org.espalier.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.quicktheories.WithQuickTheories;

final class MeanIntervalTest implements WithQuickTheories {

  /**
   * 2, 4, 4, 4, 5, 5, 7, 9: sum 40, mean 5; squared deviations 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32,
   * s = sqrt(32 / 7) = 2.138090; t(0.975, 7) = 2.364624 from the printed tables; half width
   * 2.364624 * 2.138090 / sqrt(8) = 1.787488.
   */
  @Test
  void agreesWithAHandWorkedSample() {
    MeanInterval interval = MeanInterval.of(2, 4, 4, 4, 5, 5, 7, 9);

    assertThat(interval.count()).isEqualTo(8);
    assertThat(interval.mean()).isEqualTo(5);
    assertThat(interval.halfWidth()).isCloseTo(1.787488, within(1e-5));
  }

  /**
   * Differences 3, 5, 4: mean 4, s = 1, t(0.975, 2) = 4.302653, half width 4.302653 / sqrt(3) =
   * 2.484138, though the two samples themselves differ by tens from trial to trial.
   */
  @Test
  void pairsDifferences() {
    MeanInterval difference =
        MeanInterval.ofDifferences(new double[] {13, 45, 84}, new double[] {10, 40, 80});

    assertThat(difference.mean()).isEqualTo(4);
    assertThat(difference.halfWidth()).isCloseTo(2.484138, within(1e-5));
  }

  @Test
  void hasNoIntervalOfASingleValue() {
    assertThat(MeanInterval.of(3)).isEqualTo(new MeanInterval(1, 3, Double.NaN));
    assertThat(MeanInterval.of()).isEqualTo(new MeanInterval(0, Double.NaN, Double.NaN));
  }

  @Test
  void leavesOutWhatIsNotANumber() {
    assertThat(MeanInterval.of(1, Double.NaN, 3)).isEqualTo(MeanInterval.of(1, 3));
  }

  @Test
  void refusesSamplesThatCannotBePaired() {
    assertThatThrownBy(() -> MeanInterval.ofDifferences(new double[1], new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 values cannot be paired with 2");
  }

  @Test
  void movesWithItsValues() {
    qt().forAll(
            doubles().between(-1e3, 1e3), doubles().between(-1e3, 1e3), integers().between(2, 9))
        .check((value, shift, n) -> {
          double[] sample = new double[n];
          double[] shifted = new double[n];
          for (int i = 0; i < n; i++) {
            sample[i] = value * i;
            shifted[i] = sample[i] + shift;
          }
          MeanInterval one = MeanInterval.of(sample);
          MeanInterval other = MeanInterval.of(shifted);
          return Math.abs(other.mean() - one.mean() - shift) < 1e-8
              && Math.abs(other.halfWidth() - one.halfWidth()) < 1e-6;
        });
  }
}
