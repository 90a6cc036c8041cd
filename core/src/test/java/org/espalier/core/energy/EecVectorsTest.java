package org.espalier.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Energies of a matrix with an incompatible pair, and their means and extremes. */
class EecVectorsTest {
  private static final JsonNode MATRIX = EnergyVectors.read().get("matrix");

  @Test
  void energiesMeansAndExtremes() {
    EecMatrix eec = new EecMatrix(EnergyVectors.system());
    JsonNode joules = MATRIX.get("eecJoules");
    int compared = 0;
    for (int t = 0; t < joules.size(); t++) {
      for (int m = 0; m < joules.get(t).size(); m++) {
        for (int p = 0; p < joules.get(t).get(m).size(); p++) {
          double expected = joules.get(t).get(m).get(p).asDouble();
          assertThat(eec.joules(t, m, p)).isCloseTo(expected, near(expected));
          compared++;
        }
      }
    }
    assertThat(compared).isEqualTo(15);
    assertIs(eec.meanTicks(), "meanExecutionMillis");
    assertIs(eec.minTicks(), "minExecutionMillis");
    assertIs(eec.meanJoules(), "meanEnergyJoules");
    assertIs(eec.minJoules(), "minEnergyJoules");
    assertIs(eec.maxJoules(), "maxEnergyJoules");
  }

  private static void assertIs(double value, String name) {
    double expected = MATRIX.get(name).asDouble();
    assertThat(value).as(name).isCloseTo(expected, near(expected));
  }

  private static Offset<Double> near(double expected) {
    return within(1e-9 * expected);
  }
}
