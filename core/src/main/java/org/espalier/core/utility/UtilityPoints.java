package org.espalier.core.utility;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;

/**
 * A utility function of points, linear from one to the next. Before the first point it has the
 * utility of that, and behind the last one the utility of that. Two points at one time are a step,
 * which belongs to the later one.
 *
 * @param points at least one, in order of time
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
    Arguments.refuse(points.isEmpty(), "a utility function has no points; it needs at least one");
    for (int i = 0; i < points.size(); i++) {
      check(i + 1, points.get(i), points.get(Math.max(0, i - 1)).ticks);
    }
  }

  /** Checks a point by its number, since who reads of it need not know what a tick is. */
  private static void check(int number, Point point, long before) {
    Arguments.refuse(
        point.ticks < before,
        "point %s of a utility function is earlier than the one before; order them by time",
        number);
    Arguments.refuse(
        !(point.utility >= 0) || Double.isInfinite(point.utility),
        "point %s of a utility function has utility %s; utility is a number that is not negative",
        number,
        point.utility);
  }

  /** From the last point back; where a line falls to what a later one reaches again it bends. */
  @Override
  public UtilityFunction falling() {
    if (neverRises()) {
      return this;
    }
    List<Point> most = new ArrayList<>(List.of(points.getLast()));
    for (int i = points.size() - 2; i >= 0; i--) {
      Point from = points.get(i);
      Point to = points.get(i + 1);
      double later = most.getFirst().utility;
      boolean isStep = from.ticks == to.ticks;
      if (from.utility > later && later > to.utility && !isStep) {
        double share = (from.utility - later) / (from.utility - to.utility);
        long before = (long) (share * (to.ticks - from.ticks));
        long last = Math.min(from.ticks + before, to.ticks - 1);
        most.addFirst(new Point(last + 1, later));
        most.addFirst(new Point(last, Math.max(at(last), later)));
      }
      double reached = isStep ? Math.min(from.utility, at(from.ticks - 1)) : from.utility;
      most.addFirst(new Point(from.ticks, Math.max(reached, later)));
    }
    return new UtilityPoints(most);
  }

  private boolean neverRises() {
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).utility > points.get(i - 1).utility) {
        return false;
      }
    }
    return true;
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
