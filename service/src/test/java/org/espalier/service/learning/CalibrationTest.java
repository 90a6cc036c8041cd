package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.service.live.LearningView;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  @Test
  void rightPredictionsLieOnTheDiagonal() {
    Calibration calibration = new Calibration();
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
    Calibration calibration = new Calibration();
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
    Calibration calibration = new Calibration();
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
  void refusesBinsThatCannotBe() {
    assertThatThrownBy(() -> new Calibration().restore(List.of()))
        .hasMessageContaining("expected 10");
    assertThatThrownBy(() -> new Calibration.Bin(1, 0, 2)).hasMessageContaining("2 on time");
    assertThatThrownBy(() -> new Calibration.Bin(1, Double.NaN, 0)).hasMessageContaining("NaN");
  }
}
