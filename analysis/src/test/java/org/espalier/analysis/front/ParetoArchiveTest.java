package org.espalier.analysis.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ParetoArchiveTest {
  @Test
  void itHoldsWhatNoOtherPointDominates() {
    SplittableRandom random = new SplittableRandom(4);
    for (int run = 0; run < 200; run++) {
      ParetoArchive<Integer> archive = new ParetoArchive<>();
      List<Losses> all = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        Losses point = new Losses(random.nextInt(20), random.nextInt(20));
        boolean isNew = all.stream().noneMatch(p -> Dominance.weaklyDominates(p, point));
        assertThat(archive.add(point, i)).isEqualTo(isNew);
        all.add(point);
      }
      List<Losses> expected =
          all.stream()
              .distinct()
              .filter(p -> all.stream().noneMatch(q -> Dominance.dominates(q, p)))
              .sorted(Comparator.comparingDouble(Losses::first))
              .toList();
      assertThat(archive.losses()).isEqualTo(expected);
    }
  }

  /** The cost of the same executions, summed up in two orders, is one cost. */
  @Test
  void pointsThatDifferByRoundingOnlyAreEqual() {
    double one = 0.1 + 0.2 + 0.3;
    double other = 0.3 + 0.2 + 0.1;
    assertThat(one).isNotEqualTo(other);
    for (double cost : List.of(one, other)) {
      Losses more = new Losses(-25, cost);
      Losses less = new Losses(-18, cost == one ? other : one);
      ParetoArchive<String> archive = new ParetoArchive<>();
      archive.add(less, "less");
      assertThat(archive.add(more, "more")).isTrue();
      assertThat(archive.losses()).containsExactly(more);
      assertThat(archive.add(less, "less")).isFalse();
    }
  }
}
