package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.TimeSpan;
import org.junit.jupiter.api.Test;

class EventCausesTest {
  private static final long PERIOD = 10;

  private final EventCauses causes = new EventCauses(new Trigger(0, false, PERIOD));

  @Test
  void aPeriodEndsAfterItsLengthAndIsOverdueBehindIt() {
    causes.held(3, TimeSpan.NEVER);

    assertThat(causes.isDue(12, true)).isFalse();
    assertThat(causes.isDue(13, true)).isTrue();
    assertThat(causes.isOverdue(13, true)).isFalse();
    assertThat(causes.isOverdue(14, true)).isTrue();
    assertThat(causes.isOverdue(14, false)).isFalse();
    assertThat(causes.nextByTime(true)).isEqualTo(13);
    assertThat(new EventCauses(Trigger.EVERY_EVENT).isOverdue(14, true)).isFalse();
  }

  /** Without tasks the periods that begin at 3 end at 13 and 23, with no event. */
  @Test
  void periodsPassWhileThereIsNothingToMap() {
    causes.held(3, TimeSpan.NEVER);
    causes.arrived(25, false);

    assertThat(causes.nextByTime(true)).isEqualTo(33);
    causes.arrived(40, true);
    assertThat(causes.nextByTime(true)).as("with a task before, it is overdue").isEqualTo(33);
  }

  /** Who arrives at the very end of a period is mapped then. */
  @Test
  void aPeriodThatEndsAsATaskArrivesIsItsOwn() {
    causes.held(3, TimeSpan.NEVER);
    causes.arrived(23, false);

    assertThat(causes.isDue(23, true)).isTrue();
    assertThat(causes.nextByTime(true)).isEqualTo(23);
  }

  @Test
  void whatAPolicyWantedIsForgottenWhereNothingWaitedThen() {
    causes.held(0, 5);
    causes.arrived(4, false);
    assertThat(causes.nextByTime(true)).isEqualTo(5);
    assertThat(causes.isDue(4, true)).isFalse();
    assertThat(causes.isDue(5, true)).isTrue();
    assertThat(causes.isDue(5, false)).isFalse();

    causes.arrived(5, true);
    assertThat(causes.nextByTime(true)).isEqualTo(5);
    causes.arrived(5, false);
    assertThat(causes.nextByTime(true)).isEqualTo(PERIOD);
  }
}
