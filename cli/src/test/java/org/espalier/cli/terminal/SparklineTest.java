package org.espalier.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Bars are as high as what they stand for. */
final class SparklineTest {
  @Test
  void heightsAreSharesOfTheHighest() {
    assertThat(Sparkline.of(new double[] {0, 0.1, 0.5, 1}, 10, false))
        .isEqualTo(" \u2581\u2585\u2588");
    assertThat(Sparkline.of(new double[] {0, 0.1, 0.5, 1}, 10, true)).isEqualTo(" _=#");
  }

  @Test
  void valuesAreDividedAmongFewerBars() {
    // Three values in two bars: the middle one counts half in each, so both are equal.
    assertThat(Sparkline.of(new double[] {1, 4, 1}, 2, true)).isEqualTo("##");
  }

  @Test
  void nothingIsBlank() {
    assertThat(Sparkline.of(new double[] {0, 0}, 5, true)).isEqualTo("  ");
    assertThat(Sparkline.of(new double[] {}, 5, true)).isEmpty();
  }
}
