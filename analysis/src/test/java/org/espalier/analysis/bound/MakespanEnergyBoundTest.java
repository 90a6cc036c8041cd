package org.espalier.analysis.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class MakespanEnergyBoundTest {
  /** Percent. */
  private static final double NEARLY = 1e-6;

  /** To which makespans and energies of the reference were rounded. */
  private static final double LAST_DIGIT = 1e-6;

  static Stream<JsonNode> vectors() {
    return VectorProblems.vectors("lp_bound").stream();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void curvesAreThoseOfTheVectors(JsonNode vector) {
    MakespanEnergyBound bound = new MakespanEnergyBound(bag(vector), () -> false);

    assertThat(bound.smallestMakespan())
        .isCloseTo(vector.get("minimum_makespan_s").asDouble(), withPercentage(NEARLY));
    assertThat(bound.minimumJoules())
        .isCloseTo(vector.get("minimum_energy_j").asDouble(), withPercentage(NEARLY));
    assertThat(vector.get("curve").size()).isGreaterThan(10);
    for (JsonNode point : vector.get("curve")) {
      double makespan = point.get("makespan_s").asDouble();
      assertThat(bound.joules(makespan))
          .isCloseTo(point.get("energy_j").asDouble(), withPercentage(NEARLY));
    }
  }

  private static Bag bag(JsonNode vector) {
    int[] machines = ints(vector.get("machines_per_type"));
    double[] seconds = flat(vector.get("etc_s"));
    double[] watts = flat(vector.get("apc_w"));
    double[] joules = new double[seconds.length];
    Arrays.setAll(joules, cell -> seconds[cell] * watts[cell]);
    int[] machineTypes = IntStream.range(0, machines.length).toArray();
    return new Bag(ints(vector.get("tasks_per_type")), machines, machineTypes, seconds, joules);
  }

  private static int[] ints(JsonNode array) {
    return array.values().stream().mapToInt(JsonNode::asInt).toArray();
  }

  private static double[] flat(JsonNode matrix) {
    return matrix.values().stream()
        .flatMap(row -> row.values().stream())
        .mapToDouble(JsonNode::asDouble)
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"env2", "env6", "env9", "investigation1"})
  void curvesAreThoseOfTheReference(String instance) {
    MakespanEnergyBound bound = MakespanEnergyBound.of(ParetoInputs.problem(instance), () -> false);
    List<double[]> points = ReferenceBounds.points(instance);
    assertThat(points).hasSize(60);
    for (double[] point : points) {
      assertThat(point[1] + LAST_DIGIT)
          .isBetween(bound.joules(point[0] + LAST_DIGIT), bound.joules(point[0] - LAST_DIGIT));
    }
    List<Losses> curve = bound.curve(points.size());
    for (int i = 0; i < points.size(); i++) {
      assertThat(curve.get(i).first()).isCloseTo(points.get(i)[0], withPercentage(2 * NEARLY));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"env2", "env6", "env9", "investigation1"})
  void areasAreThoseOfTheReference(String instance) {
    MakespanEnergyBound bound = MakespanEnergyBound.of(ParetoInputs.problem(instance), () -> false);
    Losses reference = ReferenceBounds.reference(instance);
    assertThat(bound.hypervolume(reference))
        .isCloseTo(ReferenceBounds.hypervolume(instance), withPercentage(0.01));
    assertThat(bound.reference().first()).isCloseTo(reference.first(), withPercentage(0.002));
    assertThat(bound.reference().second()).isCloseTo(reference.second(), withPercentage(0.002));
  }

  /** It cuts off nothing, which no allocation spends less than either. */
  @ParameterizedTest
  @ValueSource(strings = {"env2", "investigation1"})
  void withoutTimeTheBoundIsFartherOut(String instance) {
    StaticProblem problem = ParetoInputs.problem(instance);
    MakespanEnergyBound whole = MakespanEnergyBound.of(problem, () -> false);
    MakespanEnergyBound rough = MakespanEnergyBound.of(problem, () -> true);
    Losses reference = whole.reference();

    assertThat(rough.smallestMakespan()).isLessThanOrEqualTo(whole.smallestMakespan());
    assertThat(rough.hypervolume(reference)).isGreaterThanOrEqualTo(whole.hypervolume(reference));
    for (Losses point : whole.curve(20)) {
      assertThat(rough.joules(point.first())).isLessThanOrEqualTo(point.second());
    }
  }

  @Test
  void tasksThatMayBeDroppedAreRefused() {
    StaticProblem problem = ParetoInputs.problem("stochastic");
    assertThatThrownBy(() -> MakespanEnergyBound.of(problem, () -> false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tasks worth less than 0.5 are dropped");
  }
}
