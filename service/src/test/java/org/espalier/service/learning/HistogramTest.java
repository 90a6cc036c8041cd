package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.service.learning.Draws.bell;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

class HistogramTest {
  /** Against a map of weights, over ranges within and far beyond the limit. */
  @Test
  void holdsWhatAMapOfWeightsWouldHold() {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      int most = 20;
      Pmf prior = Pmf.normalised(30 + random.nextInt(60) * 3, 3, 1, 2, 0, 1);
      Histogram histogram = Histogram.of(prior, 5, most);
      TreeMap<Long, Double> map = new TreeMap<>();
      for (int i = 0; i < prior.size(); i++) {
        map.put(prior.time(i), prior.mass(i) * 5);
      }
      double decay = random.nextBoolean() ? 0.9 : 0.3;
      for (int i = 0; i < 60; i++) {
        histogram.decay(decay);
        map.replaceAll((time, weight) -> weight * decay);
        map.values().removeIf(weight -> weight < 1e-9);
        long point = random.nextInt(8) == 0 ? random.nextInt(500) : 15 + random.nextInt(12);
        histogram.add(point, 1);
        addToMap(map, point, most);

        assertSame(histogram.pmf(3), map, most);
      }
    }
  }

  private static void addToMap(TreeMap<Long, Double> map, long point, int most) {
    long place = point;
    if (!map.isEmpty()) {
      place = Math.min(place, map.firstKey() / 3 + most - 1);
      place = Math.max(place, map.lastKey() / 3 - most + 1);
      double sum = map.values().stream().mapToDouble(Double::doubleValue).sum();
      if (place != point && map.getOrDefault(place * 3, 0.0) > sum / 2) {
        follow(map, point, place, most);
        place = point;
      }
    }
    map.merge(place * 3, 1.0, Double::sum);
  }

  /** What lies at one place is moved to a point beyond, and the rest no further than it must. */
  private static void follow(TreeMap<Long, Double> map, long point, long place, int most) {
    Map<Long, Double> old = Map.copyOf(map);
    map.clear();
    old.forEach((time, weight) -> {
      long to = Math.clamp(time / 3, point - most + 1, point + most - 1);
      map.merge((time / 3 == place ? point : to) * 3, weight, Double::sum);
    });
  }

  private static void assertSame(Pmf pmf, Map<Long, Double> map, int most) {
    double sum = map.values().stream().mapToDouble(Double::doubleValue).sum();
    double total = 0;
    for (int i = 0; i < pmf.size(); i++) {
      double expected = map.getOrDefault(pmf.time(i), 0.0) / sum;
      assertThat(pmf.mass(i)).isCloseTo(expected, within(1e-12));
      total += pmf.mass(i);
    }
    assertThat(total).isCloseTo(1, within(1e-9));
    assertThat(pmf.size()).isLessThanOrEqualTo(most);
    assertThat(pmf.origin() % 3).isZero();
  }

  @Test
  void aWiderPriorKeepsItsPoints() {
    Pmf prior = bell(50, 1);
    assertThat(Histogram.of(prior, 20, 10).pmf(1).size()).isEqualTo(prior.size());
  }

  @Test
  void oneTimeFarBeyondCountsAtTheOutermostPoint() {
    Histogram histogram = new Histogram(10);
    histogram.add(5, 3);
    histogram.add(1_000, 2);
    histogram.add(1_000, 2);
    assertThat(histogram.pmf(1)).isEqualTo(Pmf.normalised(5, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 4));
  }

  @Test
  void followsTimesFarBeyondOnceTheyAreMost() {
    Histogram histogram = new Histogram(10);
    histogram.add(5, 3);
    histogram.add(1_000, 4);
    histogram.add(1_001, 1);
    assertThat(histogram.pmf(1)).isEqualTo(Pmf.normalised(992, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 5));
    histogram.add(990, 1);
    assertThat(histogram.pmf(1)).isEqualTo(Pmf.normalised(992, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 5));
  }

  @Test
  void beginsAnewWhereverWeightComesWhenAllIsForgotten() {
    Histogram histogram = new Histogram(10);
    histogram.add(5, 1);
    histogram.decay(0);
    histogram.add(1_000_000, 1);
    assertThat(histogram.pmf(2)).isEqualTo(Pmf.at(2_000_000, 2));
  }

  @Test
  void refusesWhatIsNoHistogram() {
    assertThatThrownBy(() -> new Weights(0)).hasMessageContaining("no histogram");
    assertThatThrownBy(() -> new Weights(-1, new double[] {1})).hasMessageContaining("point -1");
    assertThatThrownBy(() -> new Weights(0, new double[] {1, -1, 3}))
        .hasMessageContaining("no histogram");
    assertThatThrownBy(() -> new Weights(0, new double[] {Double.NaN}))
        .hasMessageContaining("no histogram");
  }
}
