package org.espalier.analysis.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.analysis.VectorProblems;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class IndicatorsTest {
  @Test
  void hypervolumesAreThoseOfTheVectors() {
    for (JsonNode vector : VectorProblems.vectors("indicators")) {
      Losses reference = point(vector.get("reference"));
      assertThat(Indicators.hypervolume(points(vector.get("front")), reference))
          .isCloseTo(vector.get("hypervolume").asDouble(), offset(1e-9));
    }
  }

  private static List<Losses> points(JsonNode array) {
    return array.values().stream().map(IndicatorsTest::point).toList();
  }

  private static Losses point(JsonNode utilityAndEnergy) {
    return ObjectivePair.UTILITY_ENERGY.losses(
        utilityAndEnergy.get(0).asDouble(), utilityAndEnergy.get(1).asDouble());
  }

  /** Beside counting the cells of a grid that some point dominates. */
  @Test
  void aHypervolumeIsTheAreaThatIsDominated() {
    SplittableRandom random = new SplittableRandom(3);
    for (int run = 0; run < 50; run++) {
      List<Losses> points = new ArrayList<>();
      for (int i = random.nextInt(12); i > 0; i--) {
        points.add(new Losses(random.nextInt(14), random.nextInt(14)));
      }
      int cells = 0;
      for (int x = 0; x < 10; x++) {
        for (int y = 0; y < 10; y++) {
          Losses corner = new Losses(x, y);
          cells += points.stream().anyMatch(p -> Dominance.weaklyDominates(p, corner)) ? 1 : 0;
        }
      }
      assertThat(Indicators.hypervolume(points, new Losses(10, 10))).isEqualTo(cells);
    }
  }
}
