package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerdictsTest {
  private final Verdicts verdicts = new Verdicts();
  private final Draws draws = new Draws(1);

  /** So many tasks of a type; how often a judgement was due. */
  private int judge(int tasks, String type, double predicted, double share) {
    int due = 0;
    for (int i = 0; i < tasks; i++) {
      due += verdicts.judged(type, predicted, draws.happens(share)) ? 1 : 0;
    }
    return due;
  }

  @Test
  void rightPredictionsAreNotDoubted() {
    for (int i = 0; i < 2_000; i++) {
      double chance = draws.chance();
      verdicts.judged("a", chance, draws.happens(chance));
      assertThat(verdicts.doubt("a")).isEmpty();
    }
  }

  @Test
  void whatDoesNotComeTrueIsToldOfItsTypeOnly() {
    judge(400, "a", 0.97, 0.97);
    judge(400, "b", 0.97, 0.5);

    assertThat(verdicts.doubt("a")).isEmpty();
    assertThat(verdicts.doubt("b").orElseThrow())
        .matches(
            "of 400 tasks that were said to be on time with 90 to 100 %, (1[789]\\d|2[012]\\d)"
                + " were");
  }

  @Test
  void tooFewTasksSpeakAgainstNothing() {
    judge(49, "a", 0.97, 0);
    assertThat(verdicts.doubt("a")).isEmpty();
    judge(1, "a", 0.97, 0);
    assertThat(verdicts.doubt("a")).hasValueSatisfying(it -> assertThat(it).endsWith("%, 0 were"));
  }

  @Test
  void whatIsLongPastIsForgottenAndAJudgementIsDueNowAndThen() {
    assertThat(judge(500, "a", 0.97, 0.2)).isOne();
    assertThat(judge(249, "a", 0.97, 0.97)).isZero();
    assertThat(verdicts.doubt("a")).isPresent();

    assertThat(judge(1, "a", 0.97, 0.97)).isOne();
    assertThat(verdicts.doubt("a")).isEmpty();
  }
}
