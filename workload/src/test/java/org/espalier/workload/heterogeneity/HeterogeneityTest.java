package org.espalier.workload.heterogeneity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.espalier.core.model.PetMatrix;
import org.junit.jupiter.api.Test;

/** Measures worked by hand. */
class HeterogeneityTest {
  private static Heterogeneity measured(double[][] speeds) {
    return Heterogeneity.of(EcsMatrix.of(speeds));
  }

  /**
   * Figure 3.3, very low TMA. All rows are the same, so the standard form is 1/3 everywhere, of
   * rank 1: singular values 1, 0, 0. Row sums are all 40: TDH 1. Column sums are 75, 30, 15: MPH is
   * the mean of 15/30 and 30/75, (0.5 + 0.4) / 2.
   */
  @Test
  void veryLowAffinityOfFigure33() {
    Heterogeneity measured = measured(new double[][] {{25, 10, 5}, {25, 10, 5}, {25, 10, 5}});

    assertThat(measured.taskMachineAffinity()).isCloseTo(0, within(1e-15));
    assertThat(measured.general().taskDifficulty()).isEqualTo(1);
    assertThat(measured.general().machinePerformance()).isCloseTo(0.45, within(1e-15));
  }

  /**
   * Figure 3.3, high TMA. Rows and columns all sum to 40, so the standard form is the matrix over
   * 40. It is circulant: its singular values are |a + b w + c w^2| / 40 for the cube roots w of 1,
   * where a, b, c = 25, 10, 5. w = 1 gives 1. The square of the other two is (a^2 + b^2 + c^2 - ab
   * - bc - ca) / 40^2 = (625 + 100 + 25 - 250 - 50 - 125) / 1600 = 325 / 1600, and TMA their mean,
   * sqrt(325) / 40.
   */
  @Test
  void highAffinityOfFigure33() {
    Heterogeneity measured = measured(new double[][] {{25, 10, 5}, {5, 25, 10}, {10, 5, 25}});

    assertThat(measured.taskMachineAffinity()).isCloseTo(Math.sqrt(325) / 40, within(1e-12));
    assertThat(measured.taskMachineAffinity()).isCloseTo(0.45069, within(1e-5));
    assertThat(measured.general()).isEqualTo(new Heterogeneity.Homogeneity(1, 1));
  }

  /** The special machine type runs the first task type only; column sums 4 and 5 + 5. */
  @Test
  void specialMachineTypesCountInAllOnly() {
    Heterogeneity measured = measured(new double[][] {{4, 5}, {0, 5}});

    assertThat(measured.general()).isEqualTo(new Heterogeneity.Homogeneity(1, 1));
    assertThat(measured.all().machinePerformance()).isEqualTo(4.0 / 10);
    assertThat(measured.all().taskDifficulty()).isEqualTo(5.0 / 9);
  }

  @Test
  void oneMachineTypeLeavesNoRoomForAffinity() {
    assertThat(measured(new double[][] {{1}, {2}}))
        .isEqualTo(
            new Heterogeneity(
                0, new Heterogeneity.Homogeneity(0.5, 1), new Heterogeneity.Homogeneity(0.5, 1)));
  }

  @Test
  void withoutGeneralMachineTypesThereIsNoMeasure() {
    assertThatThrownBy(() -> measured(new double[][] {{1, 0}, {0, 1}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no machine type can run all task types");
    assertThatThrownBy(
            () -> AffinityLevel.LOW.retuned(EcsMatrix.of(new double[][] {{1, 0}, {0, 1}})))
        .hasMessageContaining("no machine type can run all task types");
  }

  @Test
  void speedsAreOneOverMeanTimesInPState0() {
    EcsMatrix ecs =
        EcsMatrix.of(
            PetMatrix.ofExecutionTimes(new long[][][] {{{4, 6}, {8}}, {{-1, -1}, {2}}}, 2));

    assertThat(ecs.speeds()).isDeepEqualTo(new double[][] {{0.25, 0.125}, {0, 0.5}});
    assertThat(ecs.isSpecial(0)).isTrue();
    assertThat(ecs.isSpecial(1)).isFalse();
  }

  @Test
  void speedsThatCannotBe() {
    assertRefused(new double[][] {}, "is empty");
    assertRefused(new double[][] {{1, 2}, {1}}, "ECS row 1 has 1 machine types");
    assertRefused(new double[][] {{-1}}, "expected finite speeds from 0 on");
    assertRefused(new double[][] {{Double.POSITIVE_INFINITY}}, "expected finite speeds");
    assertThatThrownBy(() -> EcsMatrix.of(PetMatrix.ofExecutionTimes(new long[][][] {{{0}}}, 1)))
        .hasMessageContaining("task type 0 takes no time on machine type 0");
  }

  private static void assertRefused(double[][] speeds, String message) {
    assertThatThrownBy(() -> EcsMatrix.of(speeds))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  /** Rank 1 has no second direction to add more of. */
  @Test
  void rankOneStaysWhatItIs() {
    EcsMatrix ecs = EcsMatrix.of(new double[][] {{25, 10, 5}, {50, 20, 10}});

    assertThat(AffinityLevel.HIGH.retuned(ecs).speeds()).isDeepEqualTo(ecs.speeds());
  }

  @Test
  void equalNumbersHaveNoSkewness() {
    Moments moments = Moments.of(2, 2);

    assertThat(moments.coefficientOfVariation()).isZero();
    assertThat(moments.skewness()).isNaN();
    assertThat(moments.kurtosis()).isNaN();
  }

  /** The mean of three of them in floating point is another number. */
  @Test
  void equalNumbersHaveNoneWhateverTheirSumIsRoundedTo() {
    Moments moments = Moments.of(0.1, 0.1, 0.1);

    assertThat(moments.mean()).isEqualTo(0.1);
    assertThat(moments.coefficientOfVariation()).isZero();
    assertThat(moments.skewness()).isNaN();
    assertThat(moments.kurtosis()).isNaN();
  }
}
