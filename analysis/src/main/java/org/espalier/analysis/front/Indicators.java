package org.espalier.analysis.front;

import java.util.Comparator;
import java.util.List;

/** Numbers that say how good a set of points is. */
public final class Indicators {
  private Indicators() {}

  /**
   * The area that some points dominate, up to a reference point. Points not better than the
   * reference in both objectives add nothing.
   */
  public static double hypervolume(List<Losses> points, Losses reference) {
    List<Losses> sorted =
        points.stream()
            .filter(p -> p.first() < reference.first() && p.second() < reference.second())
            .sorted(Comparator.comparingDouble(Losses::first).thenComparingDouble(Losses::second))
            .toList();
    double area = 0;
    double second = reference.second();
    for (Losses point : sorted) {
      if (point.second() < second) {
        area += (reference.first() - point.first()) * (second - point.second());
        second = point.second();
      }
    }
    return area;
  }

  /**
   * The additive epsilon: the smallest amount by which all points must become better in both
   * objectives for each of some others to be weakly dominated.
   *
   * @throws IllegalArgumentException if either is empty
   */
  public static double additiveEpsilon(List<Losses> points, List<Losses> against) {
    if (points.isEmpty() || against.isEmpty()) {
      throw new IllegalArgumentException(
          "an additive epsilon needs points on both sides; there are %d and %d"
              .formatted(points.size(), against.size()));
    }
    return against.stream().mapToDouble(other -> epsilon(points, other)).max().orElseThrow();
  }

  private static double epsilon(List<Losses> points, Losses other) {
    return points.stream()
        .mapToDouble(p -> Math.max(p.first() - other.first(), p.second() - other.second()))
        .min()
        .orElseThrow();
  }
}
