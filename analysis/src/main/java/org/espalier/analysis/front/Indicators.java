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
   * The hypervolume of some points as a share of that behind a bound, 0 to 1. It is 1 if the bound
   * itself is not better than the reference point.
   */
  public static double share(List<Losses> points, Losses reference, double bound) {
    return bound > 0 ? hypervolume(points, reference) / bound : 1;
  }
}
