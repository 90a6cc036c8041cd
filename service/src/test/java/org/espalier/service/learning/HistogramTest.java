package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
    }
    map.merge(place * 3, 1.0, Double::sum);
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
    Pmf prior = Priors.uniform(0, 100, 1);
    assertThat(Histogram.of(prior, 20, 10).pmf(1).size()).isEqualTo(prior.size());
  }

  @Test
  void itsEffectiveSizeIsThatOfForgettingInTheLongRun() {
    Histogram histogram = new Histogram(10);
    double decay = LearningSettings.decay(50);
    for (int i = 0; i < 5_000; i++) {
      histogram.decay(decay);
      histogram.add(i % 10, 1);
    }
    assertThat(histogram.effectiveSize())
        .isCloseTo((1 + decay) / (1 - decay), within(1e-6))
        .isCloseTo(144.3, within(0.1));
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
    assertThatThrownBy(() -> Histogram.restored(10, 0, new double[0], 1))
        .hasMessageContaining("no histogram");
    assertThatThrownBy(() -> Histogram.restored(10, -1, new double[] {1}, 1))
        .hasMessageContaining("point -1");
    assertThatThrownBy(() -> Histogram.restored(10, 0, new double[] {1, -1, 3}, 1))
        .hasMessageContaining("no histogram");
    assertThatThrownBy(() -> Histogram.restored(10, 0, new double[] {1}, -1))
        .hasMessageContaining("squared sum -1.0");
  }
}
