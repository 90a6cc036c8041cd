package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Theories.theory;
import static org.espalier.core.pmf.PmfAssert.assertPmf;
import static org.espalier.core.pmf.PmfGenerators.situations;

import org.espalier.core.pmf.PmfGenerators.Situation;
import org.junit.jupiter.api.Test;

/** The completion-time operators against the plain ones. */
class CompletionTimesPropertyTest {
  private static final int EXAMPLES = 5_000;

  /** Relative to the times, which go up to some 10^5 ticks. */
  private static final double TIME_TOLERANCE = 1e-6;

  private static Pmf completion(Situation s) {
    return CompletionTimes.completion(s.scope(), s.ready(), s.execution(), s.deadline());
  }

  private static double expected(Situation s) {
    return CompletionTimes.expectedCompletion(s.scope(), s.ready(), s.execution(), s.deadline());
  }

  private static double chance(Situation s) {
    return CompletionTimes.chanceOfSuccess(s.ready(), s.execution(), s.deadline());
  }

  /** Whether the completion has so few points that it is not made coarser. */
  private static boolean isExact(Situation s) {
    return s.ready().latest() - s.ready().origin() + s.execution().latest()
        < CommonStep.MOST_POINTS * step(s);
  }

  private static long step(Situation s) {
    return CommonStep.exact(s.ready(), s.execution());
  }

  @Test
  void completionIsThatOfThePlainFormula() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations().assuming(CompletionTimesPropertyTest::isExact))
        .checkAssert(s ->
            assertPmf(completion(s))
                .isSound()
                .isCloseTo(
                    PlainCompletionTimes.completion(
                        s.scope(), s.ready(), s.execution(), s.deadline()),
                    1e-9));
  }

  @Test
  void chanceOfSuccessIsThatOfThePlainFormula() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations())
        .checkAssert(s ->
            assertThat(chance(s))
                .isCloseTo(
                    PlainCompletionTimes.chanceOfSuccess(s.ready(), s.execution(), s.deadline()),
                    within(1e-9)));
  }

  @Test
  void expectedCompletionIsThatOfThePlainFormula() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations())
        .checkAssert(s ->
            assertThat(expected(s))
                .isCloseTo(
                    PlainCompletionTimes.expectedCompletion(
                        s.scope(), s.ready(), s.execution(), s.deadline()),
                    within(TIME_TOLERANCE)));
  }

  @Test
  void theUpperBoundOnTheExpectedCompletionIsOne() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations())
        .checkAssert(s ->
            assertThat(
                    CompletionTimes.expectedCompletionAtMost(
                        s.scope(), s.ready(), s.execution(), s.deadline()))
                .isGreaterThanOrEqualTo(expected(s) - TIME_TOLERANCE));
  }

  /** Only evictions at a deadline off the lattice sit later in the PMF than they take place. */
  @Test
  void expectedCompletionIsTheMeanOfTheCompletionButForRoundingTheDeadlineUp() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations())
        .checkAssert(s -> {
          boolean rounded =
              s.scope() == DroppingScope.EXECUTING
                  && Math.floorMod(s.deadline() - s.ready().origin(), step(s)) != 0;
          double gap = completion(s).mean() - expected(s);
          assertThat(gap).isBetween(-TIME_TOLERANCE, (rounded ? step(s) : 0) + TIME_TOLERANCE);
        });
  }

  @Test
  void chanceOfSuccessIsTheMassOfACompletionInTimeWhereNothingIsDropped() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations().assuming(s -> s.ready().latest() < s.deadline()))
        .checkAssert(s ->
            assertThat(chance(s))
                .isCloseTo(s.ready().plus(s.execution()).cumulative(s.deadline()), within(1e-9)));
  }

  @Test
  void aLaterDeadlineNeverLowersTheChance() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations().assuming(s -> s.deadline() < Long.MAX_VALUE))
        .checkAssert(s ->
            assertThat(CompletionTimes.chanceOfSuccess(s.ready(), s.execution(), s.deadline() + 1))
                .isGreaterThanOrEqualTo(chance(s) - 1e-12));
  }

  @Test
  void evictionFreesTheMachineNoLaterThanTheDeadlineOrTheTaskAhead() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations().map(CompletionTimesPropertyTest::evicting))
        .checkAssert(s ->
            assertThat(completion(s).latest())
                .isLessThan(Math.max(s.deadline() + step(s), s.ready().latest() + 1)));
  }

  private static Situation evicting(Situation s) {
    long deadline = Math.min(s.deadline(), s.ready().latest() + s.execution().latest());
    return new Situation(DroppingScope.EXECUTING, s.ready(), s.execution(), deadline);
  }
}
