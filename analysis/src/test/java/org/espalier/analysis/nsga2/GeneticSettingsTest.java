package org.espalier.analysis.nsga2;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneticSettingsTest {
  @ParameterizedTest
  @ValueSource(ints = {-2, 0, 1, 3, 99})
  void aPopulationIsEvenAndAtLeastTwo(int population) {
    assertThatThrownBy(() -> new GeneticSettings(population, 0.5, Ranking.FRONTS, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("population is %d; expected even, >= 2".formatted(population));
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(() -> new GeneticSettings(7, 1.5, Ranking.FRONTS, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "population is 7; expected even, >= 2; mutation is 1.5; expected 0 to 1; threads is 0;"
                + " expected >= 1");
    assertThatThrownBy(() -> new GeneticSettings(2, Double.NaN, Ranking.FRONTS, 1, 1))
        .hasMessage("mutation is NaN; expected 0 to 1");
  }
}
