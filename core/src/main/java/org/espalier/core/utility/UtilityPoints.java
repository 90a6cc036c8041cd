package org.espalier.core.utility;

import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;

/**
 * A utility function of points, linear from one to the next. Before the first point it has the
 * utility of that, and behind the last one the utility of that. Two points at one time are a step,
 * which belongs to the later one.
 *
 * @param points at least one, in order of time; their utilities never rise
 */
public record UtilityPoints(List<Point> points) implements UtilityFunction {
  /**
   * What a task is worth at a time.
   *
   * @param ticks since its arrival
   */
  public record Point(long ticks, double utility) {}

  public UtilityPoints {
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("a utility function has no points; it needs at least one");
    }
    Point before = new Point(0, Double.POSITIVE_INFINITY);
    for (int i = 0; i < points.size(); i++) {
      check(i + 1, points.get(i), before);
      before = points.get(i);
    }
  }

  /** Checks a point by its number, since who reads of it need not know what a tick is. */
  private static void check(int number, Point point, Point before) {
    if (point.ticks < before.ticks) {
      throw new IllegalArgumentException(
          "point %s of a utility function is earlier than the one before; order them by time"
              .formatted(number));
    }
    if (!(point.utility >= 0) || Double.isInfinite(point.utility)) {
      throw new IllegalArgumentException(
          "point %s of a utility function has utility %s; utility is a number that is not negative"
              .formatted(number, point.utility));
    }
    if (point.utility > before.utility) {
      throw new IllegalArgumentException(
          "a utility function rises from %s to %s at point %s; utility never rises"
              .formatted(before.utility, point.utility, number));
    }
  }

  @Override
  public double of(Task task, long completion) {
    return at(completion - task.arrival());
  }

  /** The utility at a time, in the unit of its points. */
  public double at(long ticks) {
    int next = 0;
    while (next < points.size() && points.get(next).ticks <= ticks) {
      next++;
    }
    if (next == 0) {
      return points.getFirst().utility;
    }
    Point from = points.get(next - 1);
    if (next == points.size()) {
      return from.utility;
    }
    Point to = points.get(next);
    double share = (double) (ticks - from.ticks) / (to.ticks - from.ticks);
    return from.utility + (to.utility - from.utility) * share;
  }
}
