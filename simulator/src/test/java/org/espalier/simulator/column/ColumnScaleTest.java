package org.espalier.simulator.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.espalier.report.statistics.MeanInterval;
import org.junit.jupiter.api.Test;

final class ColumnScaleTest {
  private static List<MeanInterval> means(double... means) {
    return Arrays.stream(means).mapToObj(mean -> new MeanInterval(2, mean, mean / 10)).toList();
  }

  @Test
  void percentagesHaveOneDecimal() {
    ColumnScale scale = ColumnScale.of(Column.ROBUSTNESS, means(64.57, 3));
    assertThat(scale.heading(Column.ROBUSTNESS)).isEqualTo("robustness %");
    assertThat(scale.text(means(64.57).getFirst())).isEqualTo("64.6 ±  6.5");
  }

  @Test
  void otherNumbersHaveThreeDigitsOfTheSmallest() {
    ColumnScale scale = ColumnScale.of(Column.ENERGY_PER_ON_TIME, means(211.82, 34.56, Double.NaN));
    assertThat(scale.heading(Column.ENERGY_PER_ON_TIME)).isEqualTo("energy_per_on_time_j");
    assertThat(scale.text(means(34.56).getFirst())).isEqualTo("34.6 ±  3.5");
    assertThat(scale.text(new MeanInterval(0, Double.NaN, Double.NaN))).isEqualTo("-");
  }

  @Test
  void smallNumbersAreMultiplesOfAPowerOfAThousand() {
    ColumnScale scale = ColumnScale.of(Column.COST_PER_ON_TIME, means(1.234e-6, 2.5e-5));
    assertThat(scale.heading(Column.COST_PER_ON_TIME)).isEqualTo("cost_per_on_time 1e-6");
    assertThat(scale.text(means(1.234e-6).getFirst())).isEqualTo("1.23 ± 0.12");
    assertThat(ColumnScale.of(Column.COST, means(0.001)).heading(Column.COST))
        .isEqualTo("cost 1e-3");
    assertThat(ColumnScale.of(Column.COST, means(0.02)).heading(Column.COST)).isEqualTo("cost");
  }

  @Test
  void nothingHasNoScale() {
    assertThat(ColumnScale.of(Column.COST, means(0, Double.NaN))).isEqualTo(new ColumnScale(0, 0));
  }

  /** What is nearly all, or nearly nothing, is not told as all or nothing. */
  @Test
  void wholePercentAreNotRoundedToAllOrNothing() {
    assertThat(NumberText.percent(1)).isEqualTo("100 %");
    assertThat(NumberText.percent(0.9999)).isEqualTo("> 99 %");
    assertThat(NumberText.percent(0.9949)).isEqualTo("99 %");
    assertThat(NumberText.percent(0.0001)).isEqualTo("< 1 %");
    assertThat(NumberText.percent(0.006)).isEqualTo("1 %");
    assertThat(NumberText.percent(0)).isEqualTo("0 %");
    assertThat(NumberText.percent(Double.NaN)).isEqualTo("- %");
  }
}
