package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Six tasks arrive at 0 at a machine with a pending slot, and the next mapping event is held at 10.
 * One task behind a task that cannot start until then is surplus, and with it all that would
 * follow.
 */
class SurplusTest {
  private static final AllocationRules RULES =
      AllocationRules.of(new TaskManagement.PendingSlot(), DroppingScope.NONE)
          .withTrigger(new Trigger(1, false, 10))
          .withKeptTimes(true);

  private static Task[] tasks() {
    return IntStream.range(0, 6)
        .mapToObj(id -> new Task(id, 0, 0, Task.NO_DEADLINE))
        .toArray(Task[]::new);
  }

  private static MappingHeuristic heuristic(boolean leavesSurplus) {
    PairOrder earliest = lowest(EXPECTED_COMPLETION);
    return new TwoStageHeuristic(MachineTypeLimit.NONE, earliest, earliest, leavesSurplus);
  }

  private static int mapped(long time, AllocationRules rules) {
    HcSystem one = Life.certain(new long[][][] {{{time}}}, 0);
    return new Life(one, rules).event(0, heuristic(true), tasks()).size();
  }

  /**
   * Of 6 ticks each, the third starts at 12, and the fourth stands behind it; of 5 each the third
   * starts at 10 and the fourth at 15.
   */
  @Test
  void whatStandsBehindATaskThatStartsAfterTheNextEventStays() {
    assertThat(mapped(6, RULES)).isEqualTo(4);
    assertThat(mapped(5, RULES)).isEqualTo(5);
    assertThat(mapped(1, RULES)).isEqualTo(6);
  }

  /** Six tasks are 21 evaluations: with 0.6 ticks for each the next event is held at 13. */
  @Test
  void theNextEventIsHeldWhenTheSchedulerIsReady() {
    assertThat(mapped(6, RULES.withCharge(new SchedulerCharge(0.1)))).isEqualTo(4);
    assertThat(mapped(6, RULES.withCharge(new SchedulerCharge(0.6)))).isEqualTo(5);
  }

  @Test
  void nothingIsKnownToBeSurplusWhereQueuesMayTurnOutOtherwise() {
    assertThat(mapped(6, RULES.withKeptTimes(false))).isEqualTo(6);
    assertThat(mapped(6, RULES.withTrigger(Trigger.EVERY_EVENT))).isEqualTo(6);
    assertThat(mapped(6, RULES.withScope(DroppingScope.PENDING))).isEqualTo(6);
    assertThat(mapped(6, RULES.withManagement(new TaskManagement.BoundedQueues(6)))).isEqualTo(6);
  }

  @Test
  void allIsMappedWhereSomebodyWantsWholeQueuesOrThereIsAFilter() {
    HcSystem one = Life.certain(new long[][][] {{{6}}}, 0);

    assertThat(new Life(one, RULES).event(0, heuristic(false), tasks())).hasSize(6);
    assertThat(new Life(one, RULES).refusing(9, 0).event(0, heuristic(true), tasks())).hasSize(6);
  }

  /** The second machine takes tasks of type 1 only, of which there is one. */
  @Test
  void itGoesOnWhileAMachineMayTakeACandidate() {
    @Nullable Pmf[][] cells = {{Pmf.at(6, 1), null}, {Pmf.at(60, 1), Pmf.at(50, 1)}};
    Task[] tasks = tasks();
    tasks[5] = new Task(5, 1, 0, Task.NO_DEADLINE);

    assertThat(
            new Life(Life.system(PetMatrix.of(cells), 0, 1), RULES)
                .event(0, heuristic(true), tasks))
        .isEqualTo(List.of("0 on 0", "1 on 0", "2 on 0", "3 on 0", "4 on 0", "5 on 1"));
  }
}
