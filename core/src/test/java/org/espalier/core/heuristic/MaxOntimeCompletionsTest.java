package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** A machine on which a task of type 0 takes 10 ticks, and one of type 1 takes 2 or 6. */
class MaxOntimeCompletionsTest {
  private static final HcSystem ONE =
      Life.system(
          PetMatrix.of(new Pmf[][] {{Pmf.at(10, 1)}, {Pmf.of(2, 1, 0.5, 0, 0, 0, 0.5)}}), 0);
  private static final Task LONG = new Task(0, 0, 0, 100);

  /** In time with a chance of 0.5, and only as the first. */
  private static final Task RISKY = new Task(1, 1, 0, 4);

  private static List<String> mapped(double alpha, int permuted, Task... tasks) {
    return new Life(ONE, AllocationRules.unbounded(DroppingScope.NONE))
        .event(0, new MaxOntimeCompletions(FirstPhase.WITH_ROOM, alpha, permuted), tasks);
  }

  /** The long one first leaves the other no chance, 1 in all; the risky one first leaves 1.5. */
  @Test
  void ofTheMostRobustPairsThatIsAssignedWhichLeavesTheHighestChances() {
    assertThat(mapped(0.3, 2, LONG, RISKY)).containsExactly("1 on 0", "0 on 0");
    assertThat(mapped(0.3, 1, LONG, RISKY)).containsExactly("0 on 0");
    assertThat(mapped(0, 1, LONG, RISKY)).containsExactly("0 on 0", "1 on 0");
  }

  @Test
  void aTaskIsCulledWhoseBestChanceIsBelowAlpha() {
    assertThat(mapped(0.5, 3, RISKY)).containsExactly("1 on 0");
    assertThat(mapped(0.51, 3, RISKY)).isEmpty();
  }

  /** All have a chance of 1, whatever comes first; three are looked at, the earliest stays. */
  @Test
  void ofEqualPairsTheFirstArrivalIsTaken() {
    Task second = new Task(1, 0, 0, 100);
    Task third = new Task(2, 0, 0, 100);

    assertThat(mapped(0.3, 3, LONG, second, third)).containsExactly("0 on 0", "1 on 0", "2 on 0");
  }

  @Test
  void theNumberIsTheChanceOfTheTask() {
    Life life = new Life(ONE, AllocationRules.unbounded(DroppingScope.NONE));
    life.event(0, new MaxOntimeCompletions(FirstPhase.WITH_ROOM, 0.3, 3), RISKY);

    assertThat(life.assigned())
        .extracting(Decision::basis)
        .containsExactly(Basis.of("chance of success", 0.5));
  }

  /** Two machines, the first quick; the other is never the most robust for a task due at 12. */
  @Test
  void aTaskWaitsForAFullMachineIfAllAreLookedAt() {
    HcSystem two = Life.certain(new long[][][] {{{4}, {10}}}, 0, 1);
    AllocationRules one = AllocationRules.bounded(1, DroppingScope.NONE);
    Task[] tasks = {new Task(0, 0, 0, 12), new Task(1, 0, 0, 12)};

    assertThat(
            new Life(two, one)
                .event(0, new MaxOntimeCompletions(FirstPhase.ALL_MACHINES, 0.3, 3), tasks))
        .containsExactly("0 on 0");
    assertThat(
            new Life(two, one)
                .event(0, new MaxOntimeCompletions(FirstPhase.WITH_ROOM, 0.3, 3), tasks))
        .containsExactly("0 on 0", "1 on 1");
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    assertThatThrownBy(() -> new MaxOntimeCompletions(FirstPhase.WITH_ROOM, 1.01, 3))
        .hasMessageContaining("alpha");
    assertThatThrownBy(() -> new MaxOntimeCompletions(FirstPhase.WITH_ROOM, -0.01, 3))
        .hasMessageContaining("alpha");
    assertThatThrownBy(() -> new MaxOntimeCompletions(FirstPhase.WITH_ROOM, 0.3, 0))
        .hasMessageContaining("at least 1");
  }
}
