package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BoundTest {
  private record Placed(double score, double completion) {
    boolean isSure() {
      return score <= PlacementOrder.SURE;
    }
  }

  private final SplittableRandom random = new SplittableRandom(1);

  private List<Placed> placements() {
    List<Placed> placements = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      placements.add(new Placed(-random.nextInt(5) / 4.0, random.nextInt(10)));
    }
    return placements;
  }

  private static Bound bound(List<Placed> placements) {
    Bound bound = Bound.OF_NONE;
    for (Placed each : placements) {
      bound = bound.with(each.score, each.completion);
    }
    return bound;
  }

  /** The lowest score of all, and the earliest completion of those that are sure of success. */
  private static Bound plain(List<Placed> placements) {
    double none = Double.POSITIVE_INFINITY;
    return new Bound(
        placements.stream().mapToDouble(Placed::score).min().orElse(none),
        placements.stream()
            .filter(Placed::isSure)
            .mapToDouble(Placed::completion)
            .min()
            .orElse(none));
  }

  @Test
  void itIsTheLowestScoreAndTheEarliestCompletionOfTheSure() {
    for (int i = 0; i < 1000; i++) {
      List<Placed> some = placements();
      List<Placed> others = placements();

      assertThat(bound(some)).isEqualTo(plain(some));
      for (Placed other : others) {
        assertThat(bound(some).isLoweredBy(other.score, other.completion))
            .isEqualTo(!bound(some).with(other.score, other.completion).equals(bound(some)));
      }
    }
  }

  @Test
  void nothingLowersTheBoundOfWhatIsNotKnown() {
    assertThat(Bound.OF_ANY.with(-1, 0)).isEqualTo(Bound.OF_ANY);
    assertThat(Bound.OF_ANY.sooner(3)).isEqualTo(Bound.OF_ANY);
    assertThat(new Bound(-1, 7).sooner(3)).isEqualTo(new Bound(-1, 4));
  }
}
