package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.READY_TIME;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where tasks are mapped one by one, on machines that are idle before. */
class PlacementChoiceTest {
  private static final AllocationRules UNBOUNDED = AllocationRules.unbounded(DroppingScope.NONE);
  private static final AllocationRules ONE_EACH = AllocationRules.bounded(1, DroppingScope.NONE);

  /** One machine of each type. */
  private static final HcSystem FOUR =
      Life.certain(new long[][][] {{{10}, {4}, {6}, {8}}}, 0, 1, 2, 3);

  /** Machines 0 and 1 with placements 0 to 3, in two P-states each, and machine 2 with 4. */
  private static final HcSystem P_STATES = Life.certain(new long[][][] {{{2, 4}, {10}}}, 0, 0, 1);

  private static Task[] tasks(int count) {
    return IntStream.range(0, count)
        .mapToObj(id -> new Task(id, 0, 0, Task.NO_DEADLINE))
        .toArray(Task[]::new);
  }

  private static List<String> mapped(Life life, PlacementChoice choice, int count) {
    return life.event(0, new OneByOne(choice), tasks(count));
  }

  private static List<String> mapped(
      HcSystem system, AllocationRules rules, PlacementChoice choice, int count) {
    return mapped(new Life(system, rules), choice, count);
  }

  @Test
  void theBestIsTheFirstOfThoseWithRoom() {
    assertThat(mapped(FOUR, ONE_EACH, PlacementChoice.best(lowest(EXPECTED_COMPLETION)), 5))
        .containsExactly("0 on 1", "1 on 2", "2 on 3", "3 on 0");
  }

  @Test
  void whereTheBestIsRefusedTheTaskWaits() {
    Life life = new Life(FOUR, UNBOUNDED).refusing(0, 1);

    assertThat(mapped(life, PlacementChoice.best(lowest(EXPECTED_COMPLETION)), 2))
        .containsExactly("1 on 1");
  }

  @Test
  void whereTheBestOpenChoiceIsRefusedTheNextOneIsTaken() {
    PlacementChoice best =
        PlacementChoice.bestOpen(MachineTypeLimit.NONE, lowest(EXPECTED_COMPLETION));

    assertThat(mapped(new Life(FOUR, UNBOUNDED).refusing(0, 1), best, 2))
        .containsExactly("0 on 2", "1 on 1");
    assertThat(mapped(new Life(FOUR, UNBOUNDED).refusing(0, 0, 1, 2, 3), best, 2))
        .containsExactly("1 on 1");
  }

  @Test
  void theNumberIsThatOfTheFirstMeasure() {
    Life life = new Life(FOUR, UNBOUNDED);
    mapped(life, PlacementChoice.best(lowest(EXPECTED_COMPLETION).thenLowest(READY_TIME)), 2);

    assertThat(life.assigned())
        .extracting(Decision::basis)
        .containsExactly(Basis.of("expected completion", 4), Basis.of("expected completion", 6));
  }

  /** Half of four machines, 1.5 and 1.2 of them rounded, at least one, and all. */
  @Test
  void aShareOfTheMachinesIsLookedAt() {
    assertThat(mapped(FOUR, UNBOUNDED, amongFastest(0.5), 4))
        .containsExactly("0 on 1", "1 on 2", "2 on 1", "3 on 2");
    assertThat(mapped(FOUR, UNBOUNDED, amongFastest(0.375), 2)).containsExactly("0 on 1", "1 on 2");
    assertThat(mapped(FOUR, UNBOUNDED, amongFastest(0.3), 2)).containsExactly("0 on 1", "1 on 1");
    assertThat(mapped(FOUR, UNBOUNDED, amongFastest(0.01), 2)).containsExactly("0 on 1", "1 on 1");
    assertThat(mapped(FOUR, UNBOUNDED, amongFastest(1), 2)).containsExactly("0 on 0", "1 on 1");
  }

  private static PlacementChoice amongFastest(double share) {
    return PlacementChoice.bestOfFastest(share, lowest(READY_TIME));
  }

  @Test
  void whereTheFastestAreFullTheTaskWaits() {
    assertThat(mapped(FOUR, ONE_EACH, amongFastest(0.25), 2)).containsExactly("0 on 1");
  }

  @Test
  void ofMachinesThatAreEquallyFastTheFirstCount() {
    HcSystem equal = Life.certain(new long[][][] {{{5}}}, 0, 0, 0);

    assertThat(mapped(equal, UNBOUNDED, amongFastest(0.34), 2)).containsExactly("0 on 0", "1 on 0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.5, 1.01, Double.NaN})
  void aShareThatIsNoneIsRefused(double share) {
    assertThatThrownBy(() -> amongFastest(share)).hasMessageContaining("expected (0, 1]");
  }

  /** Machines 0 and 1 are free again at 2. */
  @Test
  void theMachineThatIsFreeFirstIsTakenInItsFastestPState() {
    for (boolean allPStates : new boolean[] {false, true}) {
      assertThat(mapped(P_STATES, UNBOUNDED, PlacementChoice.freeFirst(allPStates), 5))
          .containsExactly("0 on 0", "1 on 2", "2 on 4", "3 on 0", "4 on 2");
    }
  }

  @Test
  void aMachineIsOfferedInAllItsPStatesBeforeTheNext() {
    assertThat(
            mapped(
                new Life(P_STATES, UNBOUNDED).refusing(0, 0), PlacementChoice.freeFirst(true), 1))
        .containsExactly("0 on 1");
    assertThat(
            mapped(
                new Life(P_STATES, UNBOUNDED).refusing(0, 0), PlacementChoice.freeFirst(false), 1))
        .containsExactly("0 on 2");
  }

  @Test
  void aRandomMachineIsAFunctionOfTheSeedAndTheTask() {
    assertThat(
            mapped(
                P_STATES, UNBOUNDED, PlacementChoice.randomMachine(MachineTypeLimit.NONE, 7), 20))
        .isEqualTo(drawn(0, 2, 4));
    assertThat(
            mapped(
                P_STATES,
                UNBOUNDED,
                PlacementChoice.randomMachine(MachineTypeLimit.fastest(1), 7),
                20))
        .isEqualTo(drawn(0, 2));
  }

  private static List<String> drawn(int... placements) {
    return IntStream.range(0, 20)
        .mapToObj(id ->
            "%d on %d"
                .formatted(id, placements[(int) (UnitStream.of(7, 1, id, 0) * placements.length)]))
        .toList();
  }

  @Test
  void randomMachinesAreDrawnFromOpenOnes() {
    Life life = new Life(P_STATES, ONE_EACH).refusing(0, 0, 4);
    mapped(life, PlacementChoice.randomMachine(MachineTypeLimit.NONE, 7), 3);

    assertThat(life.assigned())
        .extracting(Decision::basis)
        .containsExactly(
            Basis.of("machines to choose from", 1),
            Basis.of("machines to choose from", 2),
            Basis.of("machines to choose from", 1));
  }

  /** Nothing is drawn for the first task, to which nothing is open. */
  @Test
  void randomChoicesAreDrawnFromAllPStates() {
    Iterator<Double> units = List.of(0.99, 0.0, 0.5).iterator();
    Life life = new Life(P_STATES, UNBOUNDED).refusing(0, 0, 1, 2, 3, 4);

    assertThat(mapped(life, PlacementChoice.random(units::next), 4))
        .containsExactly("1 on 4", "2 on 0", "3 on 2");
    assertThat(life.assigned()).extracting(Decision::basis).containsOnly(Basis.of("choices", 5));
  }

  @Test
  void machinesTakeTurnsFromEventToEvent() {
    Life life = new Life(P_STATES, UNBOUNDED);
    OneByOne heuristic = new OneByOne(PlacementChoice.roundRobin());

    assertThat(life.event(0, heuristic, tasks(4)))
        .containsExactly("0 on 0", "1 on 2", "2 on 4", "3 on 0");
    assertThat(life.event(1, heuristic, new Task(4, 0, 1, Task.NO_DEADLINE)))
        .containsExactly("4 on 2");
  }

  @Test
  void turnsMayHaveAnotherOrder() {
    assertThat(mapped(P_STATES, UNBOUNDED, PlacementChoice.roundRobin(2, 0, 1), 4))
        .containsExactly("0 on 4", "1 on 0", "2 on 2", "3 on 4");
  }

  /** All have a turn in each round, in an order that is kept and hangs on the seed. */
  @Test
  void turnsMayBeInARandomOrder() {
    Set<List<String>> orders = new HashSet<>();
    for (long seed = 1; seed <= 20; seed++) {
      List<String> mapped =
          mapped(P_STATES, UNBOUNDED, PlacementChoice.shuffledRoundRobin(seed), 6);
      List<String> places = mapped.stream().map(text -> text.substring(2)).toList();

      assertThat(places.subList(0, 3)).containsExactlyInAnyOrder("on 0", "on 2", "on 4");
      assertThat(places.subList(3, 6)).isEqualTo(places.subList(0, 3));
      orders.add(places);
    }
    assertThat(orders).hasSizeGreaterThan(3);
  }

  /** The first machine can run type 0 only; the turn goes on behind the machine that was taken. */
  @Test
  void aMachineThatCannotRunATaskIsPassedOver() {
    @Nullable Pmf[][] cells = {
      {Pmf.at(1, 1), Pmf.at(1, 1), Pmf.at(1, 1)}, {null, Pmf.at(1, 1), Pmf.at(1, 1)}
    };
    HcSystem gaps = Life.system(PetMatrix.of(cells), 0, 1, 2);
    Task other = new Task(0, 1, 0, Task.NO_DEADLINE);
    Task[] any = tasks(4);

    assertThat(
            new Life(gaps, ONE_EACH)
                .event(
                    0, new OneByOne(PlacementChoice.roundRobin()), other, any[1], any[2], any[3]))
        .containsExactly("0 on 1", "1 on 2", "2 on 0");
  }
}
