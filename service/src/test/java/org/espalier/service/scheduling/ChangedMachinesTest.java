package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which entries of the journal say that a machine has changed. */
class ChangedMachinesTest {
  private static final Task TASK = new Task(5, 0, 10, 90);
  private static final Placement ON_3 = new Placement(3, 3, 0);

  private final ChangedMachines changed = new ChangedMachines(4);

  private List<Integer> taken() {
    List<Integer> taken = new ArrayList<>();
    changed.take(taken::add);
    return taken;
  }

  @Test
  void allHaveChangedAtFirstAndEachIsTakenOnce() {
    assertThat(taken()).containsExactly(0, 1, 2, 3);
    assertThat(taken()).isEmpty();
    changed.add(2);
    changed.add(2);
    assertThat(taken()).containsExactly(2);
  }

  static List<Journal.Entry> entriesOfMachine3() {
    return List.of(
        new Journal.Decided(20, new Decision.Assign(TASK, ON_3, Basis.of("chance", 1))),
        new Journal.Started(20, ON_3, TASK),
        new Journal.Executing(20, 3, TASK, 15),
        new Journal.Finished(20, 3, TASK, 20),
        new Journal.Failed(20, 3, TASK, 20),
        new Journal.Lost(20, 3, TASK, 20),
        new Journal.Returned(20, 3, TASK),
        new Journal.MachineChanged(20, 3, false),
        new Journal.Left(new Departure(TASK, Fate.LATE, ON_3, 15, 20)));
  }

  @ParameterizedTest
  @MethodSource("entriesOfMachine3")
  void whatHappensOnAMachineChangesIt(Journal.Entry entry) {
    taken();
    changed.heard(entry);
    assertThat(taken()).containsExactly(3);
  }

  @Test
  void whatHappensInTheBatchQueueChangesNone() {
    taken();
    changed.heard(new Journal.Arrived(10, TASK));
    changed.heard(
        new Journal.Left(
            new Departure(
                TASK, Fate.EXPIRED_IN_BATCH, Placement.NOWHERE, Departure.NOT_STARTED, 90)));
    assertThat(taken()).isEmpty();
  }
}
