package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Scene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The machines of a type by when they are expected to be free, while tasks are mapped to them. */
class ReadyOrderTest {
  private static final Pmf UNSURE = Pmf.of(3, 1, 0.5, 0, 0.5);
  private static final AllocationRules RULES = AllocationRules.bounded(20, DroppingScope.NONE);

  /** Type 0 takes 4 ticks for sure, type 1 three or five, also four in the mean. */
  private static MappingSession session(int machines, int tasks) {
    Scene scene =
        new Scene(Scene.system(new Pmf[][] {{Pmf.at(4, 1)}, {UNSURE}}, new int[machines]), RULES);
    for (int id = 0; id < tasks; id++) {
      scene.arrive(0, id % 2, 1000);
    }
    return new MappingSession(scene.settle(0).session().event());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void itIsSortedWhateverIsMapped(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    MappingSession session = session(1 + seed, 24);
    ReadyOrder order = session.byReadyTime(0);
    int version = order.version();
    List<Candidate> open = new ArrayList<>(session.open());
    while (!open.isEmpty()) {
      Candidate candidate = open.remove(random.nextInt(open.size()));
      session.assign(candidate, random.nextInt(session.machines()), Scene.basis());

      List<Integer> sorted =
          IntStream.range(0, session.machines())
              .boxed()
              .sorted(
                  Comparator.comparingDouble((Integer m) -> session.expectedReadyTime(m))
                      .thenComparing(m -> m))
              .toList();
      assertThat(IntStream.range(0, order.size()).map(order::machine).boxed().toList())
          .isEqualTo(sorted);
      for (int place = 0; place < order.size(); place++) {
        assertThat(order.readyTime(place))
            .isEqualTo(session.expectedReadyTime(order.machine(place)));
      }
      assertThat(order.isCertain())
          .isEqualTo(
              IntStream.range(0, session.machines())
                  .allMatch(m -> session.queue(m).tail().isCertain()));
      assertThat(order.version()).isGreaterThan(version);
      version = order.version();
    }
  }

  @Test
  void itKnowsWhatItsExecutionTimesAre() {
    ReadyOrder mixed = session(2, 2).byReadyTime(0);
    assertThat(mixed.isCertain()).as("all are idle").isTrue();
    assertThat(mixed.staysCertain()).as("a task of type 1 may be mapped").isFalse();
    assertThat(mixed.timesArePositive()).isTrue();
    assertThat(mixed.takesTasks()).isTrue();

    Pmf[][] certain = {{Pmf.at(4, 1), Pmf.at(0, 1)}};
    Scene scene = new Scene(Scene.system(certain, 0, 1), RULES).arrive(0, 0, 9).settle(0);
    assertThat(scene.session().byReadyTime(0).staysCertain()).isTrue();
    assertThat(scene.session().byReadyTime(0).timesArePositive()).isTrue();
    assertThat(scene.session().byReadyTime(1).timesArePositive()).isFalse();
  }

  @Test
  void aTypeOfWhichNoMachineIsThereTakesNoTasks() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{UNSURE, UNSURE}}, 0, 0), RULES);
    scene.manager().machineChanged(0, 0, false);
    MappingSession one = scene.arrive(0, 0, 99).settle(0).session();
    assertThat(one.byReadyTime(0).takesTasks()).as("the other one").isTrue();
    assertThat(one.byReadyTime(1).takesTasks()).as("a type without machines").isFalse();
    assertThat(one.byReadyTime(1).size()).isZero();
    assertThat(one.byReadyTime(1).timesArePositive()).isTrue();

    scene.manager().machineChanged(1, 1, false);
    MappingSession none = scene.settle(1).session();
    assertThat(none.byReadyTime(0).takesTasks()).isFalse();
  }
}
