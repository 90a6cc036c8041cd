package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.pmf.CompletionTimes.chanceOfSuccess;
import static org.espalier.core.pmf.CompletionTimes.completion;
import static org.espalier.core.pmf.CompletionTimes.expectedCompletion;
import static org.espalier.core.pmf.DroppingScope.EXECUTING;
import static org.espalier.core.pmf.DroppingScope.NONE;
import static org.espalier.core.pmf.DroppingScope.PENDING;
import static org.espalier.core.pmf.PmfAssert.assertPmf;

import org.junit.jupiter.api.Test;

/** The completion-time operators by hand. */
class CompletionTimesTest {
  /** The machine is free at 10 or 12. */
  private static final Pmf READY = Pmf.of(10, 1, 0.6, 0, 0.4);

  /** The task takes 1 or 3. */
  private static final Pmf EXECUTION = Pmf.of(1, 1, 0.5, 0, 0.5);

  @Test
  void withoutDroppingEveryTaskRunsToItsEnd() {
    // 10+1: .3, 10+3: .3, 12+1: .2, 12+3: .2
    assertPmf(completion(NONE, READY, EXECUTION, 12))
        .isCloseTo(Pmf.of(11, 1, 0.3, 0, 0.3 + 0.2, 0, 0.2), 1e-12);
    // 0.6 * 10 + 0.4 * 12 + 0.5 * 1 + 0.5 * 3
    assertThat(expectedCompletion(NONE, READY, EXECUTION, 12)).isCloseTo(12.8, within(1e-9));
  }

  @Test
  void aPendingTaskThatCannotStartBeforeItsDeadlineLeavesTheMachineAsItIs() {
    // free at 10 (.6): ends at 11 or 13; free at 12 (.4): its deadline has come, passed at 12
    assertPmf(completion(PENDING, READY, EXECUTION, 12))
        .isCloseTo(Pmf.of(11, 1, 0.3, 0.4, 0.3), 1e-12);
    // .3 * 11 + .4 * 12 + .3 * 13
    assertThat(expectedCompletion(PENDING, READY, EXECUTION, 12)).isCloseTo(12.0, within(1e-9));
  }

  @Test
  void aRunningTaskIsEvictedAtItsDeadline() {
    // as before, but what would end at 13 ends at 12
    assertPmf(completion(EXECUTING, READY, EXECUTION, 12))
        .isCloseTo(Pmf.of(11, 1, 0.3, 0.7), 1e-12);
    // .3 * 11 + .7 * 12
    assertThat(expectedCompletion(EXECUTING, READY, EXECUTION, 12)).isCloseTo(11.7, within(1e-9));
  }

  @Test
  void onTimeMeansAtOrBeforeTheDeadlineAndStartedStrictlyBefore() {
    assertThat(chanceOfSuccess(READY, EXECUTION, 11)).isCloseTo(0.3, within(1e-12)); // 10+1
    assertThat(chanceOfSuccess(READY, EXECUTION, 12)).isCloseTo(0.3, within(1e-12));
    assertThat(chanceOfSuccess(READY, EXECUTION, 13)).isCloseTo(0.8, within(1e-12)); // not 12+3
    assertThat(chanceOfSuccess(READY, EXECUTION, 15)).isCloseTo(1, within(1e-12));
    assertThat(chanceOfSuccess(READY, EXECUTION, 10)).isZero();
  }

  @Test
  void aTaskThatTakesNoTimeStillHasToStartBeforeItsDeadline() {
    Pmf none = Pmf.at(0, 1);

    assertThat(chanceOfSuccess(READY, none, 10)).isZero();
    assertThat(chanceOfSuccess(READY, none, 11)).isCloseTo(0.6, within(1e-12));
    assertThat(chanceOfSuccess(READY, none, 12)).isCloseTo(0.6, within(1e-12));
    assertThat(chanceOfSuccess(READY, none, 13)).isCloseTo(1, within(1e-12));
    for (DroppingScope scope : DroppingScope.values()) {
      assertPmf(completion(scope, READY, none, 11)).isCloseTo(READY, 1e-12);
    }
  }

  @Test
  void evictionOffTheLatticeIsRoundedUpInThePmfButNotInTheExpectedCompletion() {
    Pmf ready = Pmf.at(3, 10);
    Pmf execution = Pmf.of(10, 10, 0.5, 0.5); // ends at 13 or 23

    assertPmf(completion(EXECUTING, ready, execution, 17))
        .isCloseTo(Pmf.of(13, 10, 0.5, 0.5), 1e-12);
    assertThat(expectedCompletion(EXECUTING, ready, execution, 17))
        .isCloseTo(0.5 * 13 + 0.5 * 17, within(1e-9));
  }

  /**
   * The exact step of the sum is 5, on which it has too many points; so it is on 20, which is that
   * of the starts, but not on their lattice.
   */
  @Test
  void startsOfTheSameStepOnAnotherLatticeKeepTheirMean() {
    Pmf ready = Pmf.of(0, 20, 0.5, 0.5);
    Pmf execution = Pmf.of(15, 15, 1 - 1e-3, 1e-3).plus(Pmf.at(30_000, 15));

    Pmf completion = completion(PENDING, ready, execution, 20);

    // starts at 0, taking 30,015 or 30,030; or is passed at 20
    assertThat(completion.mean()).isCloseTo(0.5 * (30_015 + 0.015) + 0.5 * 20, within(1e-6));
    assertThat(completion.step()).isEqualTo(20);
  }

  /** On the step that suits what lies before the deadline neither of them has room. */
  @Test
  void whatLiesFarBeyondTheDeadlineTakesNoRoom() {
    Pmf soon = Pmf.of(100, 1, 0.5, 0.25, 0.25);
    Pmf weeks = Pmf.of(3_000_000_000L, 30_000, 0.5, 0.25, 0.25);
    assertPmf(completion(EXECUTING, soon, weeks, 150)).isCloseTo(Pmf.at(150, 1), 1e-12);

    Pmf soonOrLater = Pmf.of(0, 3_000_000_000L, 0.5, 0.5);
    Pmf longer = Pmf.at(5_000_000_000L, 1);
    Pmf completion = completion(EXECUTING, soonOrLater, longer, 4_000_000_000L);
    assertThat(completion.latest()).isBetween(4_000_000_000L, 4_000_000_000L + completion.step());
    assertThat(completion.mean()).isCloseTo(4e9, within(4e9 / 1_000));
  }
}
