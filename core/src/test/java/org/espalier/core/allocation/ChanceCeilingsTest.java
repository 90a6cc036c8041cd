package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChanceCeilingsTest {
  /** No is never said where a machine with room gives more, and mostly where none does. */
  @ParameterizedTest
  @EnumSource
  void itSaysNoWhereNoMachineWithRoomGivesMore(DroppingScope scope) {
    for (int machines : new int[] {4, 30}) {
      int no = 0;
      int missed = 0;
      for (int seed = 0; seed < 10; seed++) {
        SearchWorld world = new SearchWorld(scope, machines, seed);
        ChanceCeilings ceilings =
            new ChanceCeilings(world.index, world.nodes, world.system.taskTypes().size());
        List<Candidate> candidates = world.session.open().subList(0, 20);
        for (int i = 0; i < 20; i++) {
          world.change();
          for (Candidate candidate : candidates) {
            double level = world.random.nextInt(1, 10) / 10.0;
            double highest = highest(world, SearchWorld.fresh(candidate));
            boolean may = ceilings.mayExceed(world.session, candidate, level);
            assertThat(may || highest <= level).isTrue();
            no += may ? 0 : 1;
            missed += may && highest <= level ? 1 : 0;
          }
        }
      }
      assertThat(no).isGreaterThan(200).isGreaterThan(5 * missed);
    }
  }

  private static double highest(SearchWorld world, Candidate fresh) {
    return IntStream.range(0, world.session.placements())
        .filter(p -> world.session.hasRoom(p) && world.session.canRun(fresh, p))
        .mapToDouble(p -> world.session.chanceOfSuccess(fresh, p))
        .max()
        .orElse(0);
  }
}
