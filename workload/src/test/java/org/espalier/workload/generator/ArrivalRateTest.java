package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.EnvironmentReader;
import org.espalier.workload.generator.ArrivalRate.Bursty;
import org.espalier.workload.generator.ArrivalRate.Interval;
import org.espalier.workload.generator.ArrivalRate.Sinusoidal;
import org.espalier.workload.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Rates and arrivals of a day against the values of an independent program, to 1e-9. */
class ArrivalRateTest {
  private static final double TOLERANCE = 1e-9;
  private static final JsonNode VECTORS = VectorFile.read("/vectors-ue/arrivals.json");
  private static final Environment SOURCE = EnvironmentReader.source("chapter-2");
  private static final double WARM_UP = 120;

  private static ArrivalRate rate(String function) {
    JsonNode vector = VECTORS.get(function.equals("sin") ? "sinusoid" : function);
    double mean = vector.get("meanRatePerMinute").asDouble();
    return function.equals("burst")
        ? new Bursty(mean, intervals(vector.get("segments")))
        : new Sinusoidal(
            mean,
            vector.get("amplitudeFactor").asDouble(),
            vector.get("cyclesPerDay").asInt(),
            vector.get("phase").asDouble());
  }

  private static List<Interval> intervals(JsonNode segments) {
    return segments.valueStream().map(ArrivalRateTest::interval).toList();
  }

  private static Interval interval(JsonNode segment) {
    return new Interval(
        segment.get(0).asDouble(), segment.get(1).asDouble(), segment.get(2).asDouble());
  }

  private static void assertClose(double actual, JsonNode expected) {
    assertThat(actual)
        .isCloseTo(expected.asDouble(), within(TOLERANCE * Math.abs(expected.asDouble())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sinusoid", "slow", "burst"})
  void ratesAtGivenTimes(String function) {
    JsonNode rates = VECTORS.get(function).get("rates");

    assertThat(rates).isNotEmpty();
    rates.forEach(row -> assertClose(rate(function).at(row.get(0).asDouble()), row.get(1)));
  }

  /** From given uniforms; the longest gap cuts off several of them. */
  @Test
  void arrivalsFromGivenUniforms() {
    double longest = VECTORS.get("gapLimitMinutes").asDouble();
    for (JsonNode walk : VECTORS.get("stepping")) {
      ArrivalRate rate = rate(walk.get("function").asString());
      double time = walk.get("startMinutes").asDouble();
      for (JsonNode arrival : walk.get("arrivals")) {
        double next = rate.next(time, arrival.get("u").asDouble(), longest);

        assertClose(rate.at(time), arrival.get("rateBefore"));
        assertThat(next - time).isCloseTo(arrival.get("gapMinutes").asDouble(), within(TOLERANCE));
        assertClose(next, arrival.get("arrivalMinutes"));
        time = next;
      }
    }
  }

  /** Which may begin after the curve does. */
  @Test
  void theIntervalInForceAtTheEndOfTheWarmUpIsRepeated() {
    for (JsonNode vector : VECTORS.get("repeatedInterval")) {
      Interval inForce = interval(vector.get("segmentInForceAtMinute120"));
      Bursty curve =
          new Bursty(
              1,
              List.of(
                  new Interval(inForce.from() - 40, inForce.from(), 1.3),
                  inForce,
                  new Interval(inForce.to(), 1500, 1.4),
                  new Interval(1500, 1700, 0.5)));
      Interval last = curve.repeating(WARM_UP).intervals().getLast();

      assertClose(last.from(), vector.get("repeatedOverMinutes").get(0));
      assertClose(last.to(), vector.get("repeatedOverMinutes").get(1));
      assertClose(last.factor(), vector.get("factor"));
      assertThat(curve.repeating(WARM_UP).at(last.from() - 1e-6)).isEqualTo(1.4);
    }
  }

  @Test
  void burstFactorsAreDividedByTheirMean() {
    JsonNode vector = VECTORS.get("rescaling");
    double end = vector.get("overMinutes").asDouble();
    Bursty curve = new Bursty(1, intervals(vector.get("segments")));

    assertClose(curve.meanFactor(end), vector.get("divisor"));
    assertThat(curve.rescaled(end).meanFactor(end)).isCloseTo(1, within(TOLERANCE));
    assertThat(curve.rescaled(end).at(230) / curve.rescaled(end).at(100))
        .isCloseTo(1.3 / 0.6, within(TOLERANCE));
  }

  /** Baselines of 3 to 5 h and bursts of 30 to 90 min by turns, but for where the end is mended. */
  @ParameterizedTest
  @ValueSource(doubles = {120, 1440})
  void drawnBurstsEndAsTheWarmUpDid(double warmUp) {
    for (int seed = 0; seed < 200; seed++) {
      Bursty curve = Bursty.draw(2, warmUp, SOURCE, random(seed));
      List<Interval> intervals = curve.intervals();
      double end = warmUp + ArrivalRate.DAY;

      assertThat(intervals.getFirst().from()).isZero();
      assertThat(intervals.getLast().to()).isEqualTo(end);
      assertThat(curve.meanFactor(end)).isCloseTo(1, within(TOLERANCE));
      assertThat(curve.at(Math.nextDown(end))).isEqualTo(curve.at(warmUp));
      for (int i = 0; i < intervals.size() - 2; i++) {
        double minutes = intervals.get(i).to() - intervals.get(i).from();
        assertThat(intervals.get(i + 1).from()).isEqualTo(intervals.get(i).to());
        assertThat(minutes).isLessThanOrEqualTo(i % 2 == 0 ? 300 : 90);
        assertThat(i < intervals.size() - 3 ? minutes : 300)
            .isGreaterThanOrEqualTo(i % 2 == 0 ? 180 : 30);
        assertThat(intervals.get(i).factor() < intervals.get(i + 1).factor()).isEqualTo(i % 2 == 0);
      }
    }
  }

  @Test
  void withoutWarmUpNothingIsRepeated() {
    Bursty curve = Bursty.draw(2, 0, SOURCE, random(1));

    assertThat(curve.intervals().getLast().to()).isEqualTo(ArrivalRate.DAY);
    assertThat(curve.meanFactor(ArrivalRate.DAY)).isCloseTo(1, within(TOLERANCE));
  }

  @Test
  void drawnSinesKeepToTheirRanges() {
    for (int seed = 0; seed < 200; seed++) {
      Sinusoidal curve = Sinusoidal.draw(2, SOURCE.waves(), random(seed));

      assertThat(curve.cycles()).isBetween(1, 24);
      assertThat(curve.amplitude()).isBetween(0.25, 0.9);
      assertThat(curve.phase()).isBetween(0.0, 2 * Math.PI);
      assertThat(curve.at(120)).isCloseTo(curve.at(1560), within(TOLERANCE));
    }
  }

  private static UniformRandomProvider random(int seed) {
    return new RandomStreams(seed).stream("test");
  }
}
