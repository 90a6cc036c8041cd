package org.espalier.analysis.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.stream.Stream;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Exact distributions of the reference vectors, by convolution and by enumeration. */
class ExactVectorTest {
  private static final double NEARLY = 1e-7;

  static Stream<JsonNode> vectors() {
    return VectorProblems.vectors("stochastic").stream();
  }

  private static void assertExact(ExactOutcome outcome, JsonNode exact) {
    assertClose(outcome.utility(), exact.get("expected_utility"));
    assertClose(outcome.joules(), exact.get("expected_energy_j"));
    assertClose(outcome.varianceOfUtility(), exact.get("variance_utility"));
    assertClose(outcome.varianceOfJoules(), exact.get("variance_energy"));
    assertClose(outcome.covariance(), exact.get("covariance"));
    assertThat(outcome.dropped())
        .isCloseTo(exact.get("expected_dropped").asDouble(), within(1e-10));
  }

  private static void assertClose(double actual, JsonNode expected) {
    assertThat(actual).isCloseTo(expected.asDouble(), withPercentage(NEARLY));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void convolutionGivesTheMomentsOfTheVectors(JsonNode vector) {
    StaticProblem problem = StochasticVectors.problem(vector);
    Uncertainty uncertainty = StochasticVectors.uncertainty(problem, vector);
    Allocation allocation = StochasticVectors.allocation(vector);
    assertExact(ExactOutcome.of(problem, uncertainty, 60, allocation), vector.get("exact"));
    assertExact(ExactOutcome.of(problem, uncertainty, 20, allocation), vector.get("exact"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void enumerationGivesTheMomentsAndPercentilesOfTheVectors(JsonNode vector) {
    StaticProblem problem = StochasticVectors.problem(vector);
    EnumeratedOutcome outcome =
        EnumeratedOutcome.of(
            problem,
            StochasticVectors.uncertainty(problem, vector),
            StochasticVectors.allocation(vector));
    JsonNode exact = vector.get("exact");
    assertExact(outcome.exact(), exact);
    for (String x : exact.get("utility_at_percentile").propertyNames()) {
      assertClose(
          outcome.utilityAt(new Percentile(Integer.parseInt(x))),
          exact.get("utility_at_percentile").get(x));
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void completionsAreThoseOfTheVectors(JsonNode vector) {
    StaticProblem problem = StochasticVectors.problem(vector);
    LatticeTimes times =
        new LatticeTimes(problem, StochasticVectors.uncertainty(problem, vector), 60);
    Allocation allocation = StochasticVectors.allocation(vector);
    JsonNode exact = vector.get("exact");
    LatticeWalk walk = new LatticeWalk(problem, times, 60, false);
    int machine = -1;
    for (int task : allocation.sequence()) {
      if (problem.machineOf(allocation.placement(task)) != machine) {
        machine = problem.machineOf(allocation.placement(task));
        walk.begin();
      }
      LatticeWalk.Completions completions = walk.completions(task, 0);
      double[] masses = completions.masses();
      double sum = 0;
      for (JsonNode point : exact.get("completion_pmf_s").get(task).values()) {
        int cell = (int) (point.get(0).asDouble() / 60) - completions.first();
        double expected = point.get(1).asDouble();
        assertThat(masses[cell]).isCloseTo(expected, within(1e-9));
        sum += expected;
      }
      assertThat(java.util.Arrays.stream(masses).sum()).isCloseTo(sum, within(1e-9));
    }
  }
}
