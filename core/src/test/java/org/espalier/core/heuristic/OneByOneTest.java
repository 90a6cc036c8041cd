package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.api.Test;

class OneByOneTest {
  private static final HcSystem TWINS = Life.certain(new long[][][] {{{1}}, {{1}}}, 0, 0);
  private static final AllocationRules UNBOUNDED = AllocationRules.unbounded(DroppingScope.NONE);

  private final List<Integer> looked = new ArrayList<>();

  private static Task task(int id, int type) {
    return new Task(id, type, 0, Task.NO_DEADLINE);
  }

  /** Finds nothing for type 0, and the first placement for type 1. */
  private Optional<PlacementChoice.Chosen> choose(int task, int type) {
    looked.add(task);
    return type == 0
        ? Optional.empty()
        : Optional.of(new PlacementChoice.Chosen(0, Basis.of("first", 0)));
  }

  private List<String> mapped(Life life) {
    PlacementChoice choice =
        (session, candidate) -> choose(candidate.task().id(), candidate.task().type());
    return life.event(0, new OneByOne(choice), task(0, 0), task(1, 1), task(2, 0), task(3, 1));
  }

  @Test
  void aTypeForWhichThereIsNothingIsLookedAtOnce() {
    assertThat(mapped(new Life(TWINS, UNBOUNDED))).containsExactly("1 on 0", "3 on 0");
    assertThat(looked).containsExactly(0, 1, 3);
  }

  /** The literal FCFS of THESIS 3.3.2.1 fills machine 0 before it looks at machine 1. */
  @Test
  void inOrderFillsOneMachineAfterTheOther() {
    assertThat(filled(PairMeasure.MACHINE_NUMBER))
        .containsExactly("0 on 0", "1 on 0", "2 on 1", "3 on 1");
    assertThat(filled(PairMeasure.READY_TIME))
        .containsExactly("0 on 0", "1 on 1", "2 on 0", "3 on 1");
  }

  private static List<String> filled(PairMeasure lowest) {
    PlacementChoice choice = PlacementChoice.best(PairOrder.lowest(lowest));
    AllocationRules rules = AllocationRules.bounded(2, DroppingScope.NONE);
    return new Life(TWINS, rules)
        .event(0, new OneByOne(choice), task(0, 0), task(1, 0), task(2, 0), task(3, 0));
  }

  /** The filter may admit another task of the type. */
  @Test
  void whereAFilterMindsMoreThanTheTypeEachTaskIsLookedAt() {
    assertThat(mapped(new Life(TWINS, UNBOUNDED).refusing(0, 0, 1)))
        .containsExactly("1 on 0", "3 on 0");
    assertThat(looked).containsExactly(0, 1, 2, 3);
  }

  /** A task and a placement are drawn by turns, from one stream. */
  @Test
  void atRandomTasksAndPlacementsAreDrawnFromOneStream() {
    List<Integer> left = new ArrayList<>(IntStream.range(0, 30).boxed().toList());
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int task = left.remove((int) (UnitStream.of(3, 4, 2 * i, 0) * left.size()));
      expected.add("%d on %d".formatted(task, (int) (UnitStream.of(3, 4, 2 * i + 1, 0) * 2)));
    }
    Task[] tasks = IntStream.range(0, 30).mapToObj(id -> task(id, 0)).toArray(Task[]::new);

    assertThat(new Life(TWINS, UNBOUNDED).event(0, OneByOne.atRandom(3), tasks))
        .isEqualTo(expected);
  }
}
