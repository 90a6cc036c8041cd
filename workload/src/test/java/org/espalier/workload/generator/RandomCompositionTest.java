package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.workload.random.RandomStreams;
import org.junit.jupiter.api.Test;

class RandomCompositionTest {
  /**
   * 17 as four terms from 3 to 5, which are 12 and then 5 more in four places of up to 2: 2, 2, 1,
   * 0 in 12 orders and 2, 1, 1, 1 in 4, in all 16 ways. Each has 1,000 of 16,000 draws, give or
   * take four times the deviation sqrt(1,000 * 15/16).
   */
  @Test
  void allWaysAreAlike() {
    RandomComposition composition = new RandomComposition(4, 17, 3, 5);
    Map<List<Integer>, Integer> counts = new HashMap<>();
    for (int seed = 0; seed < 16_000; seed++) {
      counts.merge(composition.draw(new RandomStreams(seed).stream("test")), 1, Integer::sum);
    }
    assertThat(counts).hasSize(16);
    assertThat(counts.keySet())
        .allMatch(terms -> terms.stream().mapToInt(Integer::intValue).sum() == 17)
        .allMatch(terms -> terms.stream().allMatch(term -> 3 <= term && term <= 5));
    assertThat(counts.values())
        .allSatisfy(count -> assertThat(count).isCloseTo(1_000, within(123)));
  }

  @Test
  void aTotalThatOneWayHas() {
    assertThat(new RandomComposition(3, 3, 1, 5).draw(new RandomStreams(1).stream("test")))
        .containsExactly(1, 1, 1);
    assertThat(new RandomComposition(3, 15, 1, 5).draw(new RandomStreams(1).stream("test")))
        .containsExactly(5, 5, 5);
    assertThat(new RandomComposition(0, 0, 1, 5).draw(new RandomStreams(1).stream("test")))
        .isEmpty();
  }
}
