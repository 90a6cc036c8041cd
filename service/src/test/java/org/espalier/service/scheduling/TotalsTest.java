package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TypeFigures;
import org.espalier.service.live.Utility;
import org.junit.jupiter.api.Test;

class TotalsTest {
  private final Totals totals = Totals.of(Totals.NONE);

  private void leaves(long id, String type, long time, Fate fate, int status) {
    Submission submission = new Submission(type, Map.of(), Optional.empty());
    LiveTask task =
        LiveTask.queued(id, submission, 0, 1000)
            .utility(new Utility(fate == Fate.ON_TIME ? 3 : 1, Optional.empty()))
            .assigned("box", 0, 0.95);
    double earned = fate == Fate.ON_TIME ? 3 : 0;
    totals.add(task, new Ending(time, fate, OptionalInt.of(status), ""), earned);
  }

  @Test
  void figuresOfATypeAreOfTheTasksThatLeftLast() {
    for (int i = 0; i < 150; i++) {
      leaves(i, "zip", i, Fate.FAILED, i % 3 == 0 ? 1 : 7);
    }
    for (int i = 150; i < 250; i++) {
      leaves(i, "zip", i, i % 2 == 0 ? Fate.ON_TIME : Fate.EVICTED, 0);
    }
    leaves(250, "copy", 300, Fate.LATE, 0);

    assertThat(totals.types(350))
        .containsExactly(
            new TypeFigures("copy", 1, 50, 0, 0, Double.NaN, 0, 300, "", ""),
            new TypeFigures(
                "zip",
                200,
                300,
                50,
                0,
                0.5,
                100,
                200,
                "exit status 7",
                "of 100 tasks that were said to be on time with 90 to 100 %, 50 were"));
  }
}
