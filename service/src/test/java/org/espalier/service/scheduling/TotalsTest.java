package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.allocation.journal.Fate;
import org.junit.jupiter.api.Test;

class TotalsTest {
  private final Totals totals = Totals.of(Totals.NONE);

  private void add(int times, String type, Fate fate) {
    for (int i = 0; i < times; i++) {
      totals.add(type, fate);
    }
  }

  @Test
  void tellsOfATypeThatFailsAgainAndAgain() {
    add(19, "zip", Fate.FAILED);
    add(30, "copy", Fate.ON_TIME);
    assertThat(totals.notices()).isEmpty();

    add(1, "zip", Fate.EXPIRED_IN_QUEUE);
    add(1, "zip", Fate.FAILED);
    assertThat(totals.notices())
        .containsExactly(
            "the last 20 tasks of type zip that were executed failed; their chance of success does"
                + " not count that");
  }

  @Test
  void aTaskThatEndsWellEndsIt() {
    add(25, "zip", Fate.FAILED);
    add(1, "zip", Fate.LATE);
    assertThat(totals.notices()).isEmpty();
  }

  @Test
  void aStepThatFailedDoesNotForgetIt() {
    add(20, "zip", Fate.FAILED);
    Totals anew = Totals.of(totals.state());
    anew.recall(totals);

    assertThat(anew.notices()).hasSize(1);
  }
}
