package org.espalier.workload.heterogeneity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.testsupport.VectorFile;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** Measures, retuning and moments against the values of an independent program, to 1e-9. */
class HeterogeneityVectorsTest {
  private static final double TOLERANCE = 1e-9;
  private static final JsonNode VECTORS = VectorFile.read("/vectors/heterogeneity.json");

  /** A matrix, where null is a pair that cannot run. */
  private static double[][] matrix(JsonNode rows) {
    return rows.valueStream().map(HeterogeneityVectorsTest::row).toArray(double[][]::new);
  }

  private static double[] row(JsonNode row) {
    return row.valueStream().mapToDouble(cell -> cell.isNull() ? 0 : cell.asDouble()).toArray();
  }

  private static void assertClose(String what, double actual, JsonNode expected) {
    double value = expected.asDouble();
    double tolerance = Math.abs(value) < 1e-12 ? TOLERANCE : TOLERANCE * Math.abs(value);
    assertThat(actual).as(what).isCloseTo(value, within(tolerance));
  }

  private static void assertClose(double[][] actual, JsonNode expected) {
    double[][] values = matrix(expected);
    assertThat(actual).hasDimensions(values.length, values[0].length);
    for (int i = 0; i < values.length; i++) {
      assertThat(actual[i]).containsExactly(values[i], within(TOLERANCE));
    }
  }

  @TestFactory
  Stream<DynamicTest> measures() {
    return VECTORS
        .get("matrices")
        .valueStream()
        .map(v -> dynamicTest(v.get("name").asString(), () -> measure(v)));
  }

  private static void measure(JsonNode vector) {
    EcsMatrix ecs = EcsMatrix.of(matrix(vector.get("ecs")));
    double[][] standard = StandardForm.of(ecs.general().orElseThrow());
    Heterogeneity measured = Heterogeneity.of(ecs);

    assertThat(ecs.generalColumns())
        .hasSize(ecs.machineTypes() - vector.get("specialColumns").asInt());
    assertClose(standard, vector.get("standardForm"));
    assertThat(new Svd(standard).values())
        .containsExactly(row(vector.get("singularValues")), within(TOLERANCE));
    assertClose("tma", measured.taskMachineAffinity(), vector.get("tma"));
    assertClose("tdhGeneral", measured.general().taskDifficulty(), vector.get("tdhGeneral"));
    assertClose("mphGeneral", measured.general().machinePerformance(), vector.get("mphGeneral"));
    assertClose("tdhAll", measured.all().taskDifficulty(), vector.get("tdhAll"));
    assertClose("mphAll", measured.all().machinePerformance(), vector.get("mphAll"));
  }

  @TestFactory
  Stream<DynamicTest> retuning() {
    return VECTORS
        .get("retuning")
        .valueStream()
        .map(v -> dynamicTest(v.get("name").asString(), () -> retune(v)));
  }

  private static void retune(JsonNode vector) {
    EcsMatrix ecs = EcsMatrix.of(matrix(vector.get("ecs")));
    assertRetuned(AffinityLevel.LOW.retuned(ecs), vector.get("low"));
    assertRetuned(AffinityLevel.HIGH.retuned(ecs), vector.get("high"));

    List<AffinityLevel.Step> steps = AffinityLevel.steps(ecs.general().orElseThrow().speeds());
    JsonNode expected = vector.get("high").get("steps");
    assertThat(steps).hasSize(expected.size());
    for (int k = 0; k < steps.size(); k++) {
      AffinityLevel.Step step = steps.get(k);
      assertThat(step.direction()).isEqualTo(expected.get(k).get("direction").asInt());
      assertClose("largestStep", step.largest(), expected.get(k).get("largestStep"));
      assertClose("step", step.taken(), expected.get(k).get("step"));
      Heterogeneity after = Heterogeneity.of(EcsMatrix.of(step.speeds()));
      assertClose("tmaAfter", after.taskMachineAffinity(), expected.get(k).get("tmaAfter"));
    }
  }

  private static void assertRetuned(EcsMatrix actual, JsonNode expected) {
    Heterogeneity measured = Heterogeneity.of(actual);

    assertClose(actual.speeds(), expected.get("ecs"));
    assertClose("tma", measured.taskMachineAffinity(), expected.get("tma"));
    assertClose("tdh", measured.general().taskDifficulty(), expected.get("tdh"));
    assertClose("mph", measured.general().machinePerformance(), expected.get("mph"));
  }

  @TestFactory
  Stream<DynamicTest> moments() {
    return VECTORS
        .get("moments")
        .valueStream()
        .map(v -> dynamicTest(v.get("values").toString(), () -> assertMoments(v)));
  }

  private static void assertMoments(JsonNode vector) {
    Moments moments = Moments.of(row(vector.get("values")));

    assertClose("mean", moments.mean(), vector.get("mean"));
    assertClose("COV", moments.coefficientOfVariation(), vector.get("coefficientOfVariation"));
    assertClose("skewness", moments.skewness(), vector.get("skewness"));
    assertClose("kurtosis", moments.kurtosis(), vector.get("kurtosis"));
  }
}
