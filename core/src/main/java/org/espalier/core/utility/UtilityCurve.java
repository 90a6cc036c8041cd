package org.espalier.core.utility;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;

/**
 * The utility function of a task as a curve to draw. Its points are those to join by lines: close
 * enough that a decay looks like one, and two beside each step, the last tick before it and its
 * own.
 *
 * @param borders when the function steps or bends, in ticks since the arrival, rising
 * @param points in order of time, the first one at the arrival
 */
public record UtilityCurve(List<Long> borders, List<UtilityPoints.Point> points) {
  /** How far the curve goes on behind the last border, as a share of the time until then. */
  private static final double BEHIND = 0.25;

  /** A last border so many times as late as the one before would squeeze all others together. */
  private static final double FAR = 10;

  /** Points from one border to the next; they are closest behind a border, where a decay is. */
  private static final int POINTS = 10;

  public UtilityCurve {
    borders = List.copyOf(borders);
    points = List.copyOf(points);
  }

  /** The curve of a task, until a quarter of the time to its last border has passed since it. */
  public static UtilityCurve of(Task task) {
    List<Long> borders = borders(task);
    long end = Math.max(1, Math.round(borders.getLast() * (1 + BEHIND)));
    TreeSet<Long> times = new TreeSet<>(List.of(0L, end));
    for (int i = 0; i < borders.size(); i++) {
      long border = borders.get(i);
      times.add(Math.max(0, border - 1));
      addBetween(times, border, i + 1 < borders.size() ? borders.get(i + 1) : end);
    }
    return new UtilityCurve(
        borders, times.stream().map(t -> new UtilityPoints.Point(t, utility(task, t))).toList());
  }

  private static void addBetween(Set<Long> times, long from, long to) {
    for (int k = 0; k < POINTS; k++) {
      times.add(from + Math.round((to - from) * Math.pow((double) k / POINTS, 2)));
    }
  }

  /** What a task is worth some ticks after its arrival. */
  public static double utility(Task task, long ticks) {
    return task.utility().of(task, task.arrival() + ticks);
  }

  private static List<Long> borders(Task task) {
    return switch (task.utility()) {
      case DecayingUtility decaying -> borders(decaying);
      case UtilityPoints points ->
          points.points().stream().map(UtilityPoints.Point::ticks).distinct().toList();
      case UtilityFunction other ->
          List.of(task.deadline() == Task.NO_DEADLINE ? 0 : task.deadline() - task.arrival() + 1);
    };
  }

  private static List<Long> borders(DecayingUtility function) {
    List<UtilityClass.Interval> intervals = function.utilityClass().intervals();
    int shown = intervals.size();
    if (shown > 2
        && intervals.getLast().offsetMinutes() > FAR * intervals.get(shown - 2).offsetMinutes()) {
      shown--;
    }
    return intervals.subList(0, shown).stream()
        .map(interval -> firstTick(function, interval.offsetMinutes()))
        .distinct()
        .toList();
  }

  private static long firstTick(DecayingUtility function, double offsetMinutes) {
    double border = function.firstIntervalMinutes() + offsetMinutes;
    long tick = (long) Math.floor(border * function.ticksPerMinute());
    while (tick / function.ticksPerMinute() < border) {
      tick++;
    }
    return tick;
  }
}
