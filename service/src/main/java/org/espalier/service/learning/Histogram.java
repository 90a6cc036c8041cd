package org.espalier.service.learning;

import java.util.Arrays;
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
  private long first;
  private double[] weights;

  /** Without any weight. */
  Histogram(int mostPoints) {
    this(mostPoints, 0, new double[1]);
  }

  private Histogram(int mostPoints, long first, double[] weights) {
    this.mostPoints = mostPoints;
    this.first = first;
    this.weights = weights;
  }

  /**
   * A PMF counting as so many completions.
   *
   * @param mostPoints the limit, unless the PMF itself has more points
   */
  static Histogram of(Pmf pmf, double weight, int mostPoints) {
    double[] weights = pmf.masses();
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= weight;
    }
    int most = Math.max(mostPoints, weights.length);
    return new Histogram(most, pmf.origin() / pmf.step(), weights);
  }

  /** A histogram that {@link #kept} gave. */
  static Histogram restored(int mostPoints, Weights kept) {
    double[] weights = kept.weights().clone();
    int most = Math.max(mostPoints, weights.length);
    Histogram restored = new Histogram(most, kept.first(), weights);
    restored.trim();
    return restored;
  }

  /** To be {@link #restored}. */
  Weights kept() {
    return new Weights(first, weights.clone());
  }

  /** Multiplies all weights by a factor. */
  void decay(double factor) {
    for (int i = 0; i < weights.length; i++) {
      double weight = weights[i] * factor;
      weights[i] = weight < NOTHING ? 0 : weight;
    }
    trim();
  }

  private void trim() {
    int from = 0;
    int to = weights.length;
    while (from < to - 1 && weights[from] == 0) {
      from++;
    }
    while (to > from + 1 && weights[to - 1] == 0) {
      to--;
    }
    if (to - from < weights.length) {
      weights = Arrays.copyOfRange(weights, from, to);
      first += from;
    }
  }

  /** Adds a completion of a weight. */
  void add(long point, double weight) {
    if (isEmpty()) {
      first = point;
    }
    long place = reached(point);
    if (place != point && holdsMost(place)) {
      moveTo(point, place);
      place = point;
    }
    cover(place);
    weights[(int) (place - first)] += weight;
  }

  private boolean holdsMost(long place) {
    boolean isCovered = place >= first && place <= last();
    return isCovered && 2 * weights[(int) (place - first)] > Arrays.stream(weights).sum();
  }

  /** What counts at the outermost point lies at a point beyond; all else is nearest to its own. */
  private void moveTo(long point, long outermost) {
    Histogram moved = new Histogram(mostPoints);
    moved.add(point, weights[(int) (outermost - first)]);
    forEach((place, weight) -> {
      if (place != outermost) {
        moved.add(place, weight);
      }
    });
    first = moved.first;
    weights = moved.weights;
  }

  /** Whether nothing has weight. */
  boolean isEmpty() {
    return weights.length == 1 && weights[0] == 0;
  }

  /** Where a completion at a point counts: there, or at the outermost point within reach. */
  long reached(long point) {
    return isEmpty() ? point : Math.clamp(point, last() - mostPoints + 1, first + mostPoints - 1);
  }

  /** The last point. */
  long last() {
    return first + weights.length - 1;
  }

  private void cover(long place) {
    long from = Math.min(first, place);
    int points = (int) (Math.max(last(), place) - from + 1);
    if (points > weights.length) {
      double[] wider = new double[points];
      System.arraycopy(weights, 0, wider, (int) (first - from), weights.length);
      weights = wider;
      first = from;
    }
  }

  /** The distribution, each weight divided by their sum. */
  Pmf pmf(long step) {
    return Pmf.normalised(first * step, step, weights);
  }

  /** What is done for each point of the range. */
  interface Visitor {
    void visit(long point, double weight);
  }

  void forEach(Visitor visitor) {
    for (int i = 0; i < weights.length; i++) {
      visitor.visit(first + i, weights[i]);
    }
  }

  /** The first point. */
  long first() {
    return first;
  }
}
