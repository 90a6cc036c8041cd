package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.service.live.LearningView;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private static Calibration calibration(double halfLife) {
    LearningSettings d = LearningSettings.defaults();
    return new Calibration(
        new LearningSettings(
            true, d.halfLife(), d.priorWeight(), d.publishing(), d.drift(), 100, halfLife));
  }

  @Test
  void rightPredictionsLieOnTheDiagonal() {
    Calibration calibration = calibration(Double.POSITIVE_INFINITY);
    Draws draws = new Draws(1);
    for (int i = 0; i < 50_000; i++) {
      double chance = draws.chance();
      calibration.add(chance, draws.happens(chance));
    }

    assertThat(calibration.view()).hasSize(10);
    for (LearningView.Bin bin : calibration.view()) {
      // Five standard errors of a share of 5,000 are at most 0.036.
      assertThat(bin.observed()).isCloseTo(bin.predicted(), within(0.036));
      assertThat(bin.predicted()).isCloseTo(bin.from() + 0.05, within(0.01));
      assertThat(bin.tasks()).isBetween(4_600L, 5_400L);
    }
  }

  @Test
  void overconfidenceLiesBelowTheDiagonal() {
    Calibration calibration = calibration(Double.POSITIVE_INFINITY);
    Draws draws = new Draws(2);
    for (int i = 0; i < 5_000; i++) {
      calibration.add(0.85, draws.happens(0.5));
    }
    LearningView.Bin bin = calibration.view().getFirst();
    assertThat(bin.predicted()).isCloseTo(0.85, within(1e-9));
    assertThat(bin.observed()).isCloseTo(0.5, within(0.036));
  }

  @Test
  void edgesBelongToTheUpperBinAndCertaintyToTheLast() {
    Calibration calibration = calibration(Double.POSITIVE_INFINITY);
    calibration.add(0, false);
    calibration.add(0.5, true);
    calibration.add(1, true);
    calibration.add(1 + 1e-12, false);
    calibration.add(-1e-12, false);
    calibration.add(Double.NaN, true);

    List<LearningView.Bin> view = calibration.view();
    assertThat(view)
        .containsExactly(
            new LearningView.Bin(0, 0.1, 2, 0, 0),
            new LearningView.Bin(0.5, 0.6, 1, 0.5, 1),
            new LearningView.Bin(0.9, 1, 2, 1, 0.5));
  }

  @Test
  void forgetsWithAHalfLife() {
    Calibration calibration = calibration(1);
    calibration.add(0.55, true);
    calibration.add(0.55, true);
    calibration.add(0.55, false);
    // Weights 1/4, 1/2, 1.
    LearningView.Bin bin = calibration.view().getFirst();
    assertThat(bin.tasks()).isEqualTo(3);
    assertThat(bin.observed()).isCloseTo(0.75 / 1.75, within(1e-12));
    assertThat(bin.predicted()).isCloseTo(0.55, within(1e-12));
  }

  @Test
  void refusesBinsThatCannotBe() {
    assertThatThrownBy(() -> calibration(1).restore(List.of())).hasMessageContaining("expected 10");
    assertThatThrownBy(() -> new Calibration.Bin(1, 0, 0, 0)).hasMessageContaining("weight 0.0");
    assertThatThrownBy(() -> new Calibration.Bin(1, 1, Double.NaN, 0)).hasMessageContaining("NaN");
  }
}
