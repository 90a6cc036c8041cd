package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.heuristic.MaxRobust.LostTasks;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task takes 4 or 10 ticks on the first machine, 7 in the mean, and 6 on the second. */
class MaxRobustTest {
  private static final Pmf EITHER = Pmf.of(4, 1, 0.5, 0, 0, 0, 0, 0, 0.5);
  private static final HcSystem SYSTEM =
      Life.system(PetMatrix.of(new Pmf[][] {{EITHER, Pmf.at(6, 1)}}), 0, 1);

  private final Life life = new Life(SYSTEM, AllocationRules.unbounded(DroppingScope.NONE));

  private List<String> mapped(LostTasks lost, double tieShare, long deadline) {
    return life.event(0, new MaxRobust(lost, tieShare), new Task(1, 0, 0, deadline));
  }

  /** Something waits at a machine already. */
  private void put(int machine, long deadline) {
    life.event(
        0,
        new OneByOne(PlacementChoice.roundRobin(machine, 1 - machine)),
        new Task(0, 0, 0, deadline));
  }

  private void assertNumber(double value) {
    assertThat(life.assigned())
        .extracting(Decision::basis)
        .containsExactly(Basis.of("joint chance", value));
  }

  @Test
  void theMachineWithTheHighestChanceIsTaken() {
    assertThat(mapped(LostTasks.LEFT_OUT, 0.5, 5)).containsExactly("1 on 0");
    assertNumber(0.5);
  }

  /** Behind the other task the second machine completes at 12, the first at 10 at the latest. */
  @Test
  void theTasksAheadCount() {
    put(1, 100);

    assertThat(mapped(LostTasks.LEFT_OUT, 0.5, 11)).containsExactly("1 on 0");
    assertNumber(1);
  }

  /** Half of two is one, which executes fastest; of both, the one that completes first. */
  @Test
  void ofMachinesThatTieTheFastestAreLookedAt() {
    put(1, 100);

    assertThat(mapped(LostTasks.LEFT_OUT, 0.5, 100)).containsExactly("1 on 1");
  }

  @Test
  void ofThoseTheEarliestCompletionIsTaken() {
    put(1, 100);

    assertThat(mapped(LostTasks.LEFT_OUT, 1, 100)).containsExactly("1 on 0");
  }

  /** With a lost task on the second machine all machines tie, so that the fastest is taken. */
  @Test
  void aLostTaskMakesAllMachinesTieWhereItCounts() {
    put(1, 1);

    assertThat(mapped(LostTasks.COUNTED, 0.5, 11)).containsExactly("1 on 1");
    assertNumber(0);
  }

  @Test
  void aLostTaskThatIsLeftOutDoesNot() {
    put(1, 1);

    assertThat(mapped(LostTasks.LEFT_OUT, 0.5, 11)).containsExactly("1 on 0");
    assertNumber(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1.01, Double.NaN})
  void aShareThatIsNoneIsRefused(double share) {
    assertThatThrownBy(() -> new MaxRobust(LostTasks.COUNTED, share))
        .hasMessageContaining("expected (0, 1]");
  }
}
