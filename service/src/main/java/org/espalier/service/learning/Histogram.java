package org.espalier.service.learning;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.espalier.core.pmf.Pmf;

/**
 * Weights of the points of a lattice, counted in steps from 0, with exponential forgetting.
 *
 * <p>It covers a limited number of points from the first to the last one with weight. Within this
 * limit it grows to wherever weight is put; what lies beyond counts at the outermost point that it
 * can reach, so that the distribution stays bounded and its sum right. Once most of all weight lies
 * at that point, the range follows it outwards. Weights that have become negligible are dropped,
 * and the range shrinks with them.
 */
final class Histogram {
  /** Weights below it, in completions, are dropped. */
  private static final double NOTHING = 1e-9;

  private final int mostPoints;
  private final NavigableMap<Long, Double> weights = new TreeMap<>();

  /** Without any weight. */
  Histogram(int mostPoints) {
    this.mostPoints = mostPoints;
  }

  /**
   * A PMF counting as so many completions.
   *
   * @param mostPoints the limit, unless the PMF itself has more points
   */
  static Histogram of(Pmf pmf, double weight, int mostPoints) {
    return of(pmf.origin() / pmf.step(), pmf.masses(), weight, mostPoints);
  }

  private static Histogram of(long first, double[] weights, double factor, int mostPoints) {
    Histogram histogram = new Histogram(Math.max(mostPoints, weights.length));
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        histogram.weights.put(first + i, factor * weights[i]);
      }
    }
    return histogram;
  }

  /** A histogram that {@link #kept} gave. */
  static Histogram restored(int mostPoints, Weights kept) {
    return of(kept.first(), kept.weights(), 1, mostPoints);
  }

  /** To be {@link #restored}. */
  Weights kept() {
    long first = isEmpty() ? 0 : first();
    double[] dense = new double[isEmpty() ? 1 : Math.toIntExact(last() - first + 1)];
    weights.forEach((point, weight) -> dense[(int) (point - first)] = weight);
    return new Weights(first, dense);
  }

  /** Multiplies all weights by a factor. */
  void decay(double factor) {
    weights.replaceAll((_, weight) -> factor * weight);
    weights.values().removeIf(weight -> weight < NOTHING);
  }

  /** Adds a completion of a weight. */
  void add(long point, double weight) {
    long place = reached(point);
    double there = weights.getOrDefault(place, 0.0);
    if (place != point && 2 * there > weights.values().stream().mapToDouble(w -> w).sum()) {
      moveTo(point, place);
      place = point;
    }
    weights.merge(place, weight, Double::sum);
  }

  /** What counts at the outermost point lies at a point beyond; all else is nearest to its own. */
  private void moveTo(long point, long outermost) {
    Map<Long, Double> others = new TreeMap<>(weights);
    weights.clear();
    weights.put(point, Objects.requireNonNull(others.remove(outermost)));
    others.forEach((place, weight) -> weights.merge(reached(place), weight, Double::sum));
  }

  /** Whether nothing has weight. */
  boolean isEmpty() {
    return weights.isEmpty();
  }

  /** Where a completion at a point counts: there, or at the outermost point within reach. */
  long reached(long point) {
    return isEmpty() ? point : Math.clamp(point, last() - mostPoints + 1, first() + mostPoints - 1);
  }

  /** The first point. */
  long first() {
    return weights.firstKey();
  }

  /** The last point. */
  long last() {
    return weights.lastKey();
  }

  /** The distribution, each weight divided by their sum. */
  Pmf pmf(long step) {
    Weights dense = kept();
    return Pmf.normalised(dense.first() * step, step, dense.weights());
  }

  /** Does something for each point that has weight. */
  void forEach(BiConsumer<Long, Double> visitor) {
    weights.forEach(visitor);
  }
}
