package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What policies may believe of execution times. */
class BelievedPetsTest {
  private static final long SEED = 1;

  /** Mean 130, variance 0.25 * 900 + 0.5 * 100 + 0.25 * 2500 = 900. */
  private static final Pmf TIMES = Pmf.of(100, 20, 0.25, 0.5, 0, 0, 0.25);

  private static final Pmf LONG = Pmf.of(1000, 20, 0.5, 0, 0.5);
  private static final PetMatrix TRUTH =
      PetMatrix.of(new @Nullable Pmf[][] {{TIMES, LONG}, {TIMES, null}});

  private static PetMatrix believed(String text, int trial) {
    return BelievedPets.of(TRUTH, PetBelief.parse(text).orElseThrow(), SEED, trial);
  }

  private static Pmf cell(String text) {
    return believed(text, 1).get(0, 0, 0);
  }

  @Test
  void anExactOneIsTheTruth() {
    assertThat(believed("exact", 1)).isSameAs(TRUTH);
  }

  @Test
  void scaledTimesKeepTheirShape() {
    assertThat(cell("2x")).isEqualTo(Pmf.of(200, 20, 0.25, 0, 0.5, 0, 0, 0, 0, 0, 0.25));
    // 50, 60 and 90: what lies halfway between two points goes to both in equal parts.
    assertThat(cell("0.5x")).isEqualTo(Pmf.of(40, 20, 0.125, 0.625, 0.125, 0.125));
    assertThat(cell("1x")).isEqualTo(TIMES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"deterministic", "exponential", "uniform", "gamma 0.2x", "gamma 1x", "gamma 2x"})
  void otherShapesKeepTheMean(String text) {
    assertThat(cell(text).mean()).isCloseTo(130, within(0.02));
    assertThat(cell(text).step()).isEqualTo(20);
  }

  /** Being split between points adds at most a quarter of a squared step to a variance. */
  @Test
  void otherShapesHaveTheirDeviation() {
    Map<String, Double> expected =
        Map.of(
            "deterministic",
            0.0,
            "exponential",
            130.0 * 130,
            "uniform",
            260.0 * 260 / 12,
            "gamma 0.2x",
            0.04 * 900,
            "gamma 1x",
            900.0,
            "gamma 2x",
            4 * 900.0);
    assertThat(TIMES.variance()).isCloseTo(900, within(1e-9));
    expected.forEach((text, variance) ->
        assertThat(cell(text).variance()).as(text).isBetween(variance - 350, variance + 105));
  }

  /**
   * The hat sums of the uniform distribution on [0, 260) with a step of 20, by hand: 1/13, and half
   * of it at either end. That at 0 goes to 20, and 1/23 of all beyond it one step nearer.
   */
  @Test
  void aUniformOneIsFlatAndHasNoTimeOfZero() {
    Pmf uniform = cell("uniform");

    assertThat(uniform.origin()).isEqualTo(20);
    assertThat(uniform.size()).isEqualTo(13);
    assertThat(uniform.mass(0)).isCloseTo(1 / 13.0 + 1 / 26.0 + 1 / 23.0 / 13, within(1e-9));
    assertThat(uniform.mass(6)).isCloseTo(1 / 13.0, within(1e-9));
    assertThat(uniform.mass(12)).isCloseTo(22 / 23.0 / 26, within(1e-9));
    assertThat(uniform.mean()).isCloseTo(130, within(1e-9));
  }

  @Test
  void anExponentialOneFallsByTheSameFactor() {
    Pmf exponential = cell("exponential");

    for (int k = 1; k < 50; k++) {
      assertThat(exponential.mass(k + 1) / exponential.mass(k))
          .isCloseTo(Math.exp(-20 / 130.0), within(1e-6));
    }
    assertThat(exponential.survival(1700)).isPositive();
  }

  @Test
  void aDeterministicOneLiesBesideTheMean() {
    assertThat(cell("deterministic")).isEqualTo(Pmf.of(120, 20, 0.5, 0.5));
  }

  @Test
  void anEstimateIsMadeOfSoManySamples() {
    assertThat(cell("1 sample").impulses()).isEqualTo(1);
    Pmf five = cell("5 samples");
    for (int k = 0; k < five.size(); k++) {
      assertThat(five.mass(k) * 5).isCloseTo(Math.rint(five.mass(k) * 5), within(1e-9));
      assertThat(five.mass(k) == 0 || massAt(TIMES, five.time(k)) > 0).isTrue();
    }
    Pmf many = cell("100000 samples");
    assertThat(many.mean()).isCloseTo(130, within(0.5));
    assertThat(many.mass(1)).isCloseTo(0.5, within(0.01));
  }

  private static double massAt(Pmf pmf, long time) {
    return pmf.cumulative(time) - pmf.cumulative(time - 1);
  }

  @Test
  void aDriftIsAFactorOfEachCell() {
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    for (int trial = 1; trial <= 200; trial++) {
      double factor = believed("drift 1.5x", trial).get(0, 1, 0).mean() / LONG.mean();
      least = Math.min(least, factor);
      greatest = Math.max(greatest, factor);
    }
    assertThat(least).isBetween(1 / 1.5, 0.7);
    assertThat(greatest).isBetween(1.43, 1.5);
    PetMatrix once = believed("drift 2x", 1);
    assertThat(once.get(0, 0, 0)).isNotEqualTo(once.get(1, 0, 0));
    assertThat(believed("drift 1x", 1).get(0, 0, 0)).isEqualTo(TIMES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"20 samples", "drift 1.5x"})
  void whatIsDrawnIsAFunctionOfSeedAndTrial(String text) {
    PetBelief belief = PetBelief.parse(text).orElseThrow();

    assertThat(believed(text, 1).get(0, 1, 0)).isEqualTo(believed(text, 1).get(0, 1, 0));
    assertThat(List.of(believed(text, 2).get(0, 0, 0), believed(text, 2).get(0, 1, 0)))
        .isNotEqualTo(List.of(believed(text, 1).get(0, 0, 0), believed(text, 1).get(0, 1, 0)));
    assertThat(BelievedPets.of(TRUTH, belief, SEED + 1, 1).get(0, 0, 0))
        .isNotEqualTo(believed(text, 1).get(0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5x", "exponential", "gamma 2x", "20 samples", "drift 1.5x"})
  void whereATypeCannotRunIsKnown(String text) {
    assertThat(believed(text, 1).canRun(1, 1)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2x", "deterministic", "exponential", "uniform", "gamma 2x", "drift 2x"})
  void workThatTakesNoTimeIsBelievedTo(String text) {
    PetMatrix idle = PetMatrix.of(new Pmf[][] {{Pmf.at(0, 5)}});

    assertThat(BelievedPets.of(idle, PetBelief.parse(text).orElseThrow(), SEED, 1).get(0, 0, 0))
        .isEqualTo(Pmf.at(0, 5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "0x",
        "0.05x",
        "11x",
        "-1x",
        "gamma",
        "gamma 5x",
        "0 samples",
        "2.5 samples",
        "drift 0.5x",
        "drift",
        "wide",
        "1e1x",
        "0.5 x"
      })
  void otherTextsNameNone(String text) {
    assertThat(PetBelief.parse(text)).isEmpty();
  }
}
