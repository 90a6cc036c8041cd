package org.espalier.analysis.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Clouds scatter about the exact moments of the reference vectors. */
class CloudVectorTest {
  private static final int SAMPLES = 10_000;

  static Stream<JsonNode> vectors() {
    return VectorProblems.vectors("stochastic").stream();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void momentsAreThoseOfAllCases(JsonNode vector) {
    StaticProblem problem = StochasticVectors.problem(vector);
    SampledOutcomes samples =
        SampledOutcomes.of(problem, StochasticVectors.uncertainty(problem, vector), SAMPLES, 1);
    Cloud cloud = Cloud.of(samples, StochasticVectors.allocation(vector));
    JsonNode exact = vector.get("exact");
    double utility = exact.get("variance_utility").asDouble();
    double joules = exact.get("variance_energy").asDouble();
    assertNear(cloud.meanUtility(), exact.get("expected_utility"), utility);
    assertNear(cloud.meanJoules(), exact.get("expected_energy_j"), joules);
    assertThat(cloud.meanDropped())
        .isCloseTo(exact.get("expected_dropped").asDouble(), within(0.02));
    assertThat(cloud.varianceOfUtility()).isCloseTo(utility, within(0.06 * utility));
    assertThat(cloud.varianceOfJoules()).isCloseTo(joules, within(0.06 * joules));
    assertThat(cloud.covariance())
        .isCloseTo(exact.get("covariance").asDouble(), within(0.05 * Math.sqrt(utility * joules)));
  }

  /** Within four and a half deviations of a mean. */
  private static void assertNear(double mean, JsonNode expected, double variance) {
    assertThat(mean)
        .isCloseTo(expected.asDouble(), within(4.5 * Math.sqrt(variance / SAMPLES) + 1e-9));
  }
}
