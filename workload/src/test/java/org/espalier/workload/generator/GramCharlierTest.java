package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.heterogeneity.Moments;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** Densities against the values of an independent program, and what is drawn against densities. */
class GramCharlierTest {
  private static final JsonNode VECTORS = VectorFile.read("/vectors/gram-charlier.json");
  private static final double EXACT = 1e-9;
  private static final double INTEGRAL = 1e-6;

  private static GramCharlier density(JsonNode vector) {
    double mean = vector.get("mean").asDouble();
    double cov = Math.sqrt(vector.get("variance").asDouble()) / mean;
    JsonNode lower = vector.get("lower");
    return GramCharlier.of(
        new Moments(
            mean, cov, vector.get("skewness").asDouble(), vector.get("kurtosis").asDouble()),
        lower.isNull() ? Double.NEGATIVE_INFINITY : lower.asDouble());
  }

  private static double variance(Moments moments) {
    return Math.pow(moments.mean() * moments.coefficientOfVariation(), 2);
  }

  private static void assertClose(double actual, JsonNode expected, double relative) {
    double value = expected.asDouble();
    assertThat(actual).isCloseTo(value, within(relative * Math.max(Math.abs(value), 1e-2)));
  }

  @TestFactory
  Stream<DynamicTest> densities() {
    return VECTORS
        .get("gram_charlier")
        .valueStream()
        .map(vector -> dynamicTest(vector.get("name").asString(), () -> check(vector)));
  }

  private static void check(JsonNode vector) {
    GramCharlier density = density(vector);
    for (int i = 0; i < vector.get("x").size(); i++) {
      double x = vector.get("x").get(i).asDouble();
      double expected = vector.get("expansion").get(i).asDouble();
      assertThat(density.expansion(x)).isCloseTo(expected, within(EXACT * Math.abs(expected)));
    }
    assertClose(density.normaliser(), vector.get("normaliser"), INTEGRAL);
    JsonNode clipped = vector.get("moments_of_clipped");
    assertClose(density.clipped().mean(), clipped.get("mean"), INTEGRAL);
    assertClose(variance(density.clipped()), clipped.get("variance"), INTEGRAL);
    assertClose(density.clipped().skewness(), clipped.get("skewness"), INTEGRAL);
    assertClose(density.clipped().kurtosis(), clipped.get("kurtosis"), INTEGRAL);
  }

  @TestFactory
  Stream<DynamicTest> drawnNumbersHaveTheMomentsOfTheClippedDensity() {
    return VECTORS
        .get("gram_charlier")
        .valueStream()
        .map(vector -> dynamicTest(vector.get("name").asString(), () -> draw(vector)));
  }

  private static void draw(JsonNode vector) {
    GramCharlier density = density(vector);
    SplittableRandom random = new SplittableRandom(5);
    double[] drawn = random.doubles(200_000).map(density::quantile).toArray();
    Moments sampled = Moments.of(drawn);
    Moments clipped = density.clipped();
    double deviation = Math.sqrt(variance(clipped));
    assertThat(sampled.mean()).isCloseTo(clipped.mean(), within(0.01 * deviation));
    assertThat(Math.sqrt(variance(sampled))).isCloseTo(deviation, within(0.01 * deviation));
    assertThat(sampled.skewness()).isCloseTo(clipped.skewness(), within(0.05));
    assertThat(sampled.kurtosis()).isCloseTo(clipped.kurtosis(), within(0.15));
    for (int i = 0; i < 1000; i++) {
      assertThat(density.expansion(density.quantile(i / 1000.0)) * deviation).isGreaterThan(-1e-4);
    }
  }

  @Test
  void numbersRiseWithTheirShareAndKeepToTheLimits() {
    GramCharlier density = GramCharlier.like(new double[] {1, 2, 3, 4, 10}, 0.2);
    double before = 0.2;
    for (int i = 0; i <= 1000; i++) {
      double x = density.quantile(Math.min(i / 1000.0, Math.nextDown(1.0)));
      assertThat(x)
          .isGreaterThanOrEqualTo(before - 1e-12)
          .isLessThanOrEqualTo(4 + 5 * Math.sqrt(10));
      before = x;
    }
  }

  @Test
  void momentsAreThoseOfTheVectors() {
    for (JsonNode vector : VECTORS.get("moments").values()) {
      Moments moments =
          Moments.of(vector.get("values").valueStream().mapToDouble(JsonNode::asDouble).toArray());
      assertClose(moments.mean(), vector.get("mean"), EXACT);
      assertClose(variance(moments), vector.get("variance"), EXACT);
      assertClose(moments.skewness(), vector.get("skewness"), EXACT);
      assertClose(moments.kurtosis(), vector.get("kurtosis"), EXACT);
    }
  }

  @Test
  void equalNumbersGiveThatNumber() {
    GramCharlier density = GramCharlier.like(new double[] {7, 7, 7}, 0.2);
    assertThat(density.quantile(0.3)).isEqualTo(7);
    assertThat(density.clipped().mean()).isEqualTo(7);
  }

  @Test
  void aDensityThatIsZeroEverywhereIsRefused() {
    Moments moments = new Moments(10, 0.2, 0, 3);
    assertThatThrownBy(() -> GramCharlier.of(moments, 30))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nowhere above 0 from 30.0 on");
  }
}
