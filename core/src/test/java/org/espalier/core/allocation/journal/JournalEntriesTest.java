package org.espalier.core.allocation.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.junit.jupiter.api.Test;

/** Entries tell the task and machine of what they hold, and numbers are printed as people read. */
class JournalEntriesTest {
  private static final Task TASK = new Task(7, 0, 10, 90);
  private static final Basis BASIS = Basis.of("chance of success", 0.25);
  private static final Placement ON_THREE = new Placement(5, 3, 1);
  private static final Departure DEPARTURE = new Departure(TASK, Fate.LATE, ON_THREE, 20, 95);

  @Test
  void aDecisionNamesTheMachineOfItsPlacement() {
    assertThat(new Decision.Assign(TASK, ON_THREE, BASIS).machine()).isEqualTo(3);
    assertThat(new Decision.Defer(TASK, ON_THREE, "threshold", BASIS).machine()).isEqualTo(3);
    assertThat(new Decision.Discard(TASK, DropReason.values()[0], BASIS).machine()).isEqualTo(-1);
  }

  @Test
  void anEntryTellsTheTaskAndMachineOfWhatItHolds() {
    Journal.Left left = new Journal.Left(DEPARTURE);
    assertThat(left.time()).isEqualTo(95);
    assertThat(left.task()).isEqualTo(TASK);
    assertThat(left.machine()).isEqualTo(3);
    assertThat(new Journal.Started(20, ON_THREE, TASK).machine()).isEqualTo(3);
    assertThat(new Journal.Running(ON_THREE, TASK, 20).machine()).isEqualTo(3);
    Decision decision = new Decision.Assign(TASK, ON_THREE, BASIS);
    assertThat(new Journal.Decided(12, decision).task()).isEqualTo(TASK);
  }

  @Test
  void onlyWhoAsksForDeferralsHearsThem() {
    assertThat(Journal.NONE.wantsDeferrals()).isFalse();
  }

  @Test
  void aNumberIsToldWithWhatItWasHeldAgainst() {
    assertThat(BASIS).hasToString("chance of success 0.250000");
    assertThat(new Basis("chance of success", 0.25, 0.5))
        .hasToString("chance of success 0.250000 against 0.500000");
  }

  @Test
  void measuresOfTimeAreMomentsOrDurations() {
    for (String moment :
        new String[] {"expected completion", "expected start", "ready time", "deadline"}) {
      assertThat(Basis.isMoment(moment)).as(moment).isTrue();
      assertThat(Basis.isDuration(moment)).as(moment).isFalse();
    }
    assertThat(Basis.isDuration("mean execution time")).isTrue();
    assertThat(Basis.isMoment("mean execution time")).isFalse();
    assertThat(Basis.isMoment("chance of success")).isFalse();
  }

  @Test
  void whatThePolicyRemovesBeforeItsDeadlineIsPruned() {
    assertThat(Arrays.stream(Fate.values()).filter(Fate::isPruned))
        .containsExactlyInAnyOrder(
            Fate.DROPPED_PENDING, Fate.DROPPED_RUNNING, Fate.DROPPED_PROACTIVELY, Fate.DISCARDED);
    assertThat(Fate.FAILED.label()).isEqualTo("failed");
    assertThat(Fate.FAILED.isMiss()).isFalse();
  }

  @Test
  void thePeakHasTheHigherLevelAndDroppingOfEither() {
    OptionalDouble on = OptionalDouble.of(2);
    Oversubscription high = new Oversubscription(3, false, on, OptionalDouble.empty());
    Oversubscription low = new Oversubscription(1, true, on, OptionalDouble.empty());
    Oversubscription idle = new Oversubscription(0, false, on, OptionalDouble.empty());

    assertThat(high.peak(low)).isEqualTo(low.peak(high));
    assertThat(low.peak(high)).isEqualTo(new Oversubscription(3, true, on, OptionalDouble.empty()));
    assertThat(idle.peak(high).droppingEngaged()).isFalse();
  }
}
