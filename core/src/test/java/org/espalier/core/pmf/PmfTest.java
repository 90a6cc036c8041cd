package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.pmf.PmfAssert.assertPmf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PMFs by hand. */
class PmfTest {
  @Test
  void zerosAtEitherEndAreCutOff() {
    Pmf pmf = Pmf.of(10, 5, 0, 0, 0.25, 0, 0.75, 0);

    assertThat(pmf.earliest()).isEqualTo(20);
    assertThat(pmf.latest()).isEqualTo(30);
    assertThat(pmf.size()).isEqualTo(3);
    assertThat(pmf.impulses()).isEqualTo(2);
    assertThat(pmf).isEqualTo(Pmf.of(20, 5, 0.25, 0, 0.75));
  }

  @Test
  void momentsByHand() {
    Pmf pmf = Pmf.of(10, 10, 0.5, 0.25, 0.25); // 10, 20, 30

    assertThat(pmf.mean()).isEqualTo(17.5); // 5 + 5 + 7.5
    // 0.5 * 7.5^2 + 0.25 * 2.5^2 + 0.25 * 12.5^2 = 28.125 + 1.5625 + 39.0625
    assertThat(pmf.variance()).isCloseTo(68.75, within(1e-9));
    // third moment: 0.5 * -421.875 + 0.25 * 15.625 + 0.25 * 1953.125 = 281.25;
    // 281.25 / 68.75^1.5 = 0.493382; times sqrt(3 * 2) / (3 - 2) = 1.208536, which 1 bounds
    assertThat(pmf.boundedSkewness()).isEqualTo(1);
  }

  @Test
  void skewnessIsBoundedOnBothSidesAndZeroWhereThereIsNone() {
    assertThat(Pmf.of(0, 1, 0.25, 0.25, 0.5).boundedSkewness()).isEqualTo(-1);
    assertThat(Pmf.of(0, 1, 0.25, 0.5, 0.25).boundedSkewness()).isCloseTo(0, within(1e-12));
    assertThat(Pmf.of(0, 1, 0.9, 0.1).boundedSkewness()).isZero();
    // (1 - 2p) / sqrt(p (1 - p)) without bounds
    assertThat(Pmf.of(0, 1, 0.9, 0.1).skewness()).isCloseTo(0.8 / 0.3, within(1e-12));
    assertThat(Pmf.at(4, 1).skewness()).isNaN();
    assertThat(Pmf.at(5, 1).boundedSkewness()).isZero();
  }

  @Test
  void compactedByHand() {
    Pmf pmf = Pmf.of(0, 10, 0.1, 0.2, 0.3, 0.2, 0.2); // 0, 10, 20, 30, 40

    // 10 and 30 lie between points of the lattice 0, 20, 40: half of their mass goes to either side
    assertPmf(pmf.compacted(2, 0, 40))
        .isCloseTo(Pmf.of(0, 20, 0.1 + 0.1, 0.1 + 0.3 + 0.1, 0.2 + 0.1), 1e-12);
    // 0 counts as 10, 40 as 30; then one by one
    assertThat(pmf.compacted(1, 10, 30)).isEqualTo(Pmf.of(10, 10, 0.1 + 0.2, 0.3, 0.2 + 0.2));
    // 20 is two thirds of the way from 0 to 30
    assertThat(Pmf.at(20, 10).compacted(3, 20, 20).mean()).isCloseTo(20, within(1e-12));
  }

  @Test
  void compactedWithoutLimits() {
    Pmf pmf = Pmf.of(10, 10, 0.5, 0.25, 0.25);

    assertThat(pmf.compacted(1, Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(pmf);
  }

  @Test
  void laterThanTheLastImpulseIsOneStepFromNow() {
    Pmf pmf = Pmf.of(10, 5, 0.5, 0.5);

    assertThat(pmf.later(9)).isEqualTo(pmf);
    assertThat(pmf.later(10)).isEqualTo(Pmf.at(15, 5));
    assertThat(pmf.later(15)).isEqualTo(Pmf.at(20, 5));
    assertThat(pmf.later(33)).isEqualTo(Pmf.at(38, 5));
  }

  @Test
  void cutAtADeadlineBetweenTwoPointsCutsAtTheUpperOne() {
    Pmf pmf = Pmf.of(10, 10, 0.2, 0.3, 0.5); // 10, 20, 30

    assertThat(pmf.cutAt(20)).isEqualTo(Pmf.of(10, 10, 0.2, 0.8));
    assertThat(pmf.cutAt(11)).isEqualTo(Pmf.of(10, 10, 0.2, 0.8));
    assertThat(pmf.cutAt(10)).isEqualTo(Pmf.at(10, 10));
    assertThat(pmf.cutAt(-15)).isEqualTo(Pmf.at(-10, 10));
    assertThat(pmf.cutAt(30)).isEqualTo(pmf);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.NEGATIVE_INFINITY})
  void aMassThatIsNegativeOrNoNumberIsRefusedByItsIndex(double mass) {
    assertThatThrownBy(() -> Pmf.normalised(0, 1, 0.5, mass, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("mass 1 is %s; expected a number that is not negative", mass);
    assertThatThrownBy(() -> Pmf.of(0, 1, 0.5, mass, 0.5))
        .hasMessageContaining("mass 1 is " + mass);
  }

  @Test
  void massesThatSumToNothingOrToInfinityAreRefused() {
    assertThatThrownBy(() -> Pmf.normalised(0, 1, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("masses sum to 0.0; expected a positive finite sum");
    assertThatThrownBy(() -> Pmf.normalised(0, 1, Double.MAX_VALUE, Double.MAX_VALUE))
        .hasMessageContaining("Infinity");
    assertThatThrownBy(() -> Pmf.normalised(0, 1)).hasMessageContaining("no masses");
  }

  @Test
  void massesThatDoNotSumToOneAreRefusedUnlessNormalised() {
    assertThatThrownBy(() -> Pmf.of(0, 1, 0.5, 0.4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("masses sum to 0.9")
        .hasMessageContaining("normalised(...)");
    assertThat(Pmf.normalised(0, 1, 0.5, 0.5)).isEqualTo(Pmf.of(0, 1, 0.5, 0.5));
    assertThat(Pmf.of(0, 1, 0.5, 0.5 + 5e-10).size()).isEqualTo(2);
  }

  @Test
  void aStepOfLessThanOneTickIsRefused() {
    assertThatThrownBy(() -> Pmf.of(0, 0, 1.0)).hasMessageContaining("step is 0 ticks");
    assertThatThrownBy(() -> Pmf.at(0, -1)).hasMessageContaining("step is -1 ticks");
  }

  /** 3 or 5 after 4 or 10: on the step of 2 that both have in common. */
  @Test
  void sumsOfUnlikeStepsAreExact() {
    Pmf sum = Pmf.of(3, 2, 0.5, 0.5).plus(Pmf.of(4, 6, 0.5, 0.5));

    assertThat(sum).isEqualTo(Pmf.of(7, 2, 0.25, 0.25, 0, 0.25, 0.25));
  }

  @Test
  void aSumWithTooManyPointsIsCoarserAndKeepsItsMean() {
    Pmf seconds = Pmf.of(5, 1, 0.5, 0.25, 0.25);
    Pmf days = Pmf.of(86_400, 86_400, 0.5, 0.25, 0.25);
    Pmf sum = days.plus(seconds);

    assertThat(days.addsExactly(seconds)).isFalse();
    assertThat(sum.size()).isLessThanOrEqualTo(CommonStep.MOST_POINTS + 1);
    assertThat(sum.step()).isLessThan(2 * 86_400 * 2 / CommonStep.POINTS_LEFT);
    assertThat(sum.mean()).isCloseTo(days.mean() + seconds.mean(), within(1e-6));
    assertThat(CompletionTimes.chanceOfSuccess(days, seconds, 86_406)).isEqualTo(0.5 * 0.75);
  }

  @Test
  void theMassesGivenAndTakenAreCopies() {
    double[] given = {0.5, 0.5};
    Pmf pmf = Pmf.of(0, 1, given);
    given[0] = 9;
    pmf.masses()[1] = 9;

    assertThat(pmf.masses()).containsExactly(0.5, 0.5);
  }

  @Test
  void impossibleCompactionsAreRefused() {
    Pmf pmf = Pmf.at(0, 1);
    assertThatThrownBy(() -> pmf.compacted(0, 0, 1)).hasMessageContaining("buckets of 0 points");
    assertThatThrownBy(() -> pmf.compacted(1, 2, 1)).hasMessageContaining("[2, 1]");
  }
}
