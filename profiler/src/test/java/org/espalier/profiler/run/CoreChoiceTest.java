package org.espalier.profiler.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.profiler.probe.Topology;
import org.junit.jupiter.api.Test;

/** Cores 0 to 3 share a cache, as do 4 to 7; 0 and 1, 2 and 3, ... are threads of one core. */
class CoreChoiceTest {
  private static final Topology MACHINE =
      new Topology(
          List.of(0, 1, 2, 3, 4, 5, 6, 7),
          List.of(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7)),
          List.of(),
          List.of(List.of(0, 1), List.of(2, 3), List.of(4, 5), List.of(6, 7)));

  @Test
  void coresThatShareTheCacheComeFirstAndThreadsOfTakenOnesLast() {
    assertThat(new CoreChoice(MACHINE, List.of(0)).order()).containsExactly(2, 4, 6, 1, 3, 5, 7);
    assertThat(new CoreChoice(MACHINE, List.of(5)).order()).containsExactly(6, 0, 2, 4, 7, 1, 3);
  }

  @Test
  void tellsWhatIsNotAsItShouldBe() {
    CoreChoice choice = new CoreChoice(MACHINE, List.of(0));
    assertThat(choice.notes(List.of(2))).isEmpty();
    assertThat(choice.notes(List.of(2, 4)))
        .containsExactly(
            "co-runners on cores [4] do not share the last-level cache with the measured"
                + " application");
    assertThat(choice.notes(List.of(1)))
        .containsExactly(
            "cores [1] are hardware threads of physical cores that run something else too");
  }
}
