package org.espalier.core.pruning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Vectors.TOLERANCE;

import java.util.stream.Stream;
import org.espalier.core.Vectors;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Skewness, adjusted thresholds and the toggle against the reference vectors. */
class PruningVectorsTest {
  static Stream<Arguments> skewnesses() {
    return Vectors.cases("skewness");
  }

  static Stream<Arguments> toggles() {
    return Vectors.cases("toggle");
  }

  @Test
  void theFilesHoldTheCasesTheyAreKnownToHold() {
    assertThat(skewnesses()).hasSize(12);
    assertThat(toggles()).hasSize(24);
  }

  @ParameterizedTest
  @MethodSource("skewnesses")
  void boundedSkewnessAndTheThresholdsItMoves(JsonNode vector) {
    Pmf pmf = Vectors.pmf(vector.get("pmf"));
    double skewness = vector.get("bounded_sample").asDouble();

    assertThat(pmf.impulses()).isEqualTo(vector.get("impulses").asInt());
    assertThat(pmf.boundedSkewness()).isCloseTo(skewness, within(TOLERANCE));
    for (JsonNode threshold : vector.get("thresholds").values()) {
      assertThat(
              ThresholdDropping.adjusted(
                  threshold.get("base").asDouble(),
                  pmf.boundedSkewness(),
                  threshold.get("rho").asDouble(),
                  threshold.get("position").asInt()))
          .as(threshold.toString())
          .isCloseTo(threshold.get("adjusted").asDouble(), within(TOLERANCE));
    }
  }

  @ParameterizedTest
  @MethodSource("toggles")
  void levelAndEngagementOfTheToggle(JsonNode vector) {
    Toggle toggle = settings(vector).newToggle();
    for (int i = 0; i < vector.get("missed").size(); i++) {
      JsonNode expected = vector.get("level_engaged").get(i);

      boolean engaged = toggle.update(vector.get("missed").get(i).asInt());

      assertThat(toggle.level()).isCloseTo(expected.get(0).asDouble(), within(TOLERANCE));
      assertThat(engaged).as("after %d events", i + 1).isEqualTo(expected.get(1).asBoolean());
    }
  }

  private static ToggleSettings settings(JsonNode vector) {
    double on = vector.get("toggle").asDouble();
    double lambda = vector.get("lambda").asDouble();
    if (!vector.get("schmitt").asBoolean()) {
      return ToggleSettings.at(on, lambda);
    }
    assertThat(1 - vector.get("separation").asDouble()).isEqualTo(ToggleSettings.SCHMITT_SHARE);
    return ToggleSettings.schmitt(on, lambda);
  }
}
