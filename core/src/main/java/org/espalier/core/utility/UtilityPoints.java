package org.espalier.core.utility;

import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;

/**
 * A utility function of points: linear from one to the next, the utility of the first one before
 * it, and that of the last one behind it. Two points at one time are a step, which belongs to the
 * later one.
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
    for (Point point : points) {
      check(point, before);
      before = point;
    }
  }

  private static void check(Point point, Point before) {
    if (point.ticks < before.ticks) {
      throw new IllegalArgumentException(
          "a utility function has a point at %d ticks behind one at %d; order them by time"
              .formatted(point.ticks, before.ticks));
    }
    if (!(point.utility >= 0 && point.utility <= before.utility)
        || Double.isInfinite(point.utility)) {
      throw new IllegalArgumentException(
          "a utility function is %s at %d ticks, %s before; utility is not negative and never rises"
              .formatted(point.utility, point.ticks, before.utility));
    }
  }

  @Override
  public double of(Task task, long completion) {
    long ticks = completion - task.arrival();
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
