package org.espalier.core.allocation.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Numbers of rules are checked, and do what they say. */
class RuleNumbersTest {
  private static final Pmf EIGHT =
      Pmf.of(8, 1, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125);

  @Test
  void evaluationsAreChargedTogetherAndRounded() {
    assertThat(new SchedulerCharge(0.25).of(10)).isEqualTo(3);
    assertThat(SchedulerCharge.NONE.of(1_000_000)).isZero();
    for (double ticks : new double[] {-0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new SchedulerCharge(ticks))
          .withMessageContaining("expected a finite number");
    }
  }

  @Test
  void stopTimesRise() {
    assertThatCode(() -> new StopTimes(3, 3)).doesNotThrowAnyException();
    assertThat(new StopTimes(1, 2).runsOn()).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> new StopTimes(-1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new StopTimes(3, 2));
  }

  @Test
  void anApproximationThatIsOffShowsWhatIsExact() {
    assertThat(Approximation.OFF.execution(EIGHT)).isSameAs(EIGHT);
  }

  @Test
  void pointsBecomeOneByTheBucket() {
    Pmf quarter = Approximation.ON.execution(EIGHT);
    assertThat(quarter.step()).isEqualTo(4);
    assertThat(quarter.cumulative(Long.MAX_VALUE / 2)).isEqualTo(1);
    assertThat(new Approximation(true, 1, 0).execution(EIGHT)).isEqualTo(EIGHT);
  }

  /** Of a bucket of 4 a time of 3 leaves 2, the greatest divisor that does not reach beyond it. */
  @Test
  void noTimeAboveZeroBecomesZero() {
    assertThat(Approximation.ON.execution(Pmf.of(3, 1, 0.5, 0.25, 0.25)).step()).isEqualTo(2);
    assertThat(Approximation.ON.execution(Pmf.of(1, 1, 0.5, 0.25, 0.25)).step()).isEqualTo(1);
    assertThat(Approximation.ON.execution(Pmf.of(4, 1, 0.5, 0.25, 0.25)).step()).isEqualTo(4);
  }

  @Test
  void whatIsCroppedMovesInwards() {
    Pmf cropped = new Approximation(true, 1, 0.2).execution(EIGHT);
    assertThat(cropped.earliest()).isEqualTo(9);
    assertThat(cropped.latest()).isEqualTo(14);
  }

  @Test
  void bucketsAndCropsHaveARange() {
    assertThatCode(() -> new Approximation(true, 1, 0.49)).doesNotThrowAnyException();
    assertThatIllegalArgumentException().isThrownBy(() -> new Approximation(true, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Approximation(true, 1, -0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Approximation(true, 1, 0.5));
  }
}
