package org.espalier.core.pruning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Vectors.TOLERANCE;

import java.util.stream.Stream;
import org.espalier.core.Vectors;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Skewness, adjusted thresholds, the toggle, dynamic deferring and fairness against the reference
 * vectors.
 */
class PruningVectorsTest {
  static Stream<Arguments> skewnesses() {
    return Vectors.cases("skewness");
  }

  static Stream<Arguments> toggles() {
    return Vectors.cases("toggle");
  }

  /** The cases of the reading that the design fixes: the threshold is set below the robustness. */
  static Stream<Arguments> deferrals() {
    return Vectors.cases("deferring")
        .filter(arguments -> ((JsonNode) arguments.get()[0]).get("sign").asInt() == -1);
  }

  static Stream<Arguments> fairnesses() {
    return Vectors.cases("fairness");
  }

  @Test
  void theFilesHoldTheCasesTheyAreKnownToHold() {
    assertThat(skewnesses()).hasSize(12);
    assertThat(toggles()).hasSize(24);
    assertThat(deferrals()).hasSize(15);
    assertThat(fairnesses()).hasSize(10);
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
    Toggle toggle = new Toggle(settings(vector));
    for (int i = 0; i < vector.get("missed").size(); i++) {
      JsonNode expected = vector.get("level_engaged").get(i);

      boolean engaged = toggle.update(vector.get("missed").get(i).asInt());

      assertThat(toggle.level()).isCloseTo(expected.get(0).asDouble(), within(TOLERANCE));
      assertThat(engaged).as("after %d events", i + 1).isEqualTo(expected.get(1).asBoolean());
    }
  }

  @ParameterizedTest
  @MethodSource("deferrals")
  void nextDeferringThreshold(JsonNode vector) {
    double next =
        DynamicDeferring.next(
            vector.get("theta").asDouble(),
            vector.get("unmapped").asInt(),
            vector.get("free_slots").asInt(),
            vector.get("competent").asInt() > 0,
            vector.get("instantaneous_robustness").asDouble(),
            vector.get("c").asDouble());

    assertThat(next).isCloseTo(vector.get("new_theta").asDouble(), within(TOLERANCE));
  }

  @ParameterizedTest
  @MethodSource("fairnesses")
  void sufferageAndTheThresholdItConcedes(JsonNode vector) {
    Fairness fairness = new Fairness(vector.get("factor").asDouble(), SharesByType.NONE);
    double base = vector.get("drop_threshold_base").asDouble();
    for (int i = 0; i < vector.get("on_time").size(); i++) {
      fairness.update(0, vector.get("on_time").get(i).asBoolean());

      assertThat(fairness.sufferage(0))
          .isCloseTo(vector.get("sufferage").get(i).asDouble(), within(TOLERANCE));
      assertThat(fairness.concede(base, 0))
          .isCloseTo(vector.get("drop_threshold").get(i).asDouble(), within(TOLERANCE));
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
