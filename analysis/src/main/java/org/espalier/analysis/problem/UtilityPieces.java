package org.espalier.analysis.problem;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityPoints;

/**
 * What a task is worth by the seconds since its arrival, in pieces each of which decays or falls
 * along a line. It never rises. Two of the same pieces are equal. Immutable.
 *
 * <p>Piece k is worth {@code floor + height exp(-rate (t - start)) + slope (t - start)} from its
 * start on, up to the start of the next.
 *
 * @param pieces at least one, in order of their starts, the first from negative infinity or 0
 */
public record UtilityPieces(List<Piece> pieces) {
  private static final double SECONDS_PER_MINUTE = 60;

  /** Of a tick: what sums of times in seconds are off at most, so that ties stay ties. */
  static final double ROUNDING = 0x1p-22;

  /**
   * One piece.
   *
   * @param start in seconds since the arrival
   * @param rate of the decay, per second
   * @param slope per second, not above 0
   */
  public record Piece(double start, double floor, double height, double rate, double slope) {
    double of(double seconds) {
      double since = seconds - start;
      double decayed = height == 0 ? 0 : height * Math.exp(-rate * since);
      return floor + decayed + (slope == 0 ? 0 : slope * since);
    }
  }

  /**
   * The pieces of the utility function of a task.
   *
   * @param tick the tick of the task's times
   * @throws IllegalArgumentException if its utility function is none of those of this project
   */
  public static UtilityPieces of(Task task, Duration tick) {
    UtilityFunction function = task.utility();
    double tickSeconds = tick.toNanos() / 1e9;
    return switch (function) {
      case DecayingUtility decaying -> of(decaying);
      case UtilityPoints points -> of(points, tickSeconds);
      case DeadlineUtility(var worth, _) -> ofDeadline(task, worth, tickSeconds);
      default ->
          throw new IllegalArgumentException(
              "the utility function of task %s is of class %s; a static allocation needs one of priority, urgency and class, of points, or of a deadline"
                  .formatted(task.id(), function.getClass().getSimpleName()));
    };
  }

  private static UtilityPieces of(DecayingUtility function) {
    List<UtilityClass.Interval> intervals = function.utilityClass().intervals();
    double priority = function.priority();
    List<Piece> pieces = new ArrayList<>();
    pieces.add(new Piece(0, priority, 0, 0, 0));
    for (int k = 0; k < intervals.size(); k++) {
      UtilityClass.Interval interval = intervals.get(k);
      double next = k + 1 == intervals.size() ? 0 : intervals.get(k + 1).share() * priority;
      double rate = interval.decayModifier() * function.decayPerMinute() / SECONDS_PER_MINUTE;
      double start =
          (function.firstIntervalMinutes() + interval.offsetMinutes()) * SECONDS_PER_MINUTE;
      pieces.add(new Piece(start, next, interval.share() * priority - next, rate, 0));
    }
    return new UtilityPieces(pieces);
  }

  private static UtilityPieces of(UtilityPoints function, double tickSeconds) {
    List<UtilityPoints.Point> points = function.points();
    List<Piece> pieces = new ArrayList<>();
    pieces.add(new Piece(0, points.getFirst().utility(), 0, 0, 0));
    for (int i = 0; i < points.size(); i++) {
      UtilityPoints.Point from = points.get(i);
      boolean isStep = i > 0 && points.get(i - 1).ticks() == from.ticks();
      double early = isStep ? ROUNDING * tickSeconds : 0;
      double start = from.ticks() * tickSeconds;
      if (i + 1 == points.size()) {
        pieces.add(new Piece(start - early, from.utility(), 0, 0, 0));
      } else if (points.get(i + 1).ticks() > from.ticks()) {
        UtilityPoints.Point to = points.get(i + 1);
        double slope = (to.utility() - from.utility()) / (to.ticks() * tickSeconds - start);
        pieces.add(new Piece(start - early, from.utility() - slope * early, 0, 0, slope));
      }
    }
    return new UtilityPieces(pieces);
  }

  private static UtilityPieces ofDeadline(Task task, double worth, double tickSeconds) {
    Piece onTime = new Piece(0, worth, 0, 0, 0);
    if (task.deadline() == Task.NO_DEADLINE) {
      return new UtilityPieces(List.of(onTime));
    }
    double late = (task.deadline() - task.arrival() + ROUNDING) * tickSeconds;
    return new UtilityPieces(List.of(onTime, new Piece(late, 0, 0, 0, 0)));
  }

  /** What the task is worth if it completes some seconds after its arrival. */
  public double of(double seconds) {
    int k = pieces.size() - 1;
    while (k > 0 && seconds < pieces.get(k).start()) {
      k--;
    }
    return pieces.get(k).of(seconds);
  }

  /** What the task is worth just before it completes some seconds after its arrival. */
  public double before(double seconds) {
    int k = pieces.size() - 1;
    while (k > 0 && seconds <= pieces.get(k).start()) {
      k--;
    }
    return pieces.get(k).of(seconds);
  }

  /**
   * The last time at which the task is worth at least so much, in seconds since the arrival. It is
   * positive infinity if the task always is, and negative infinity if it never is.
   */
  public double latest(double utility) {
    if (of(0) < utility) {
      return Double.NEGATIVE_INFINITY;
    }
    int k = pieces.size() - 1;
    while (k > 0 && pieces.get(k).of(pieces.get(k).start()) < utility) {
      k--;
    }
    double before =
        k + 1 < pieces.size() ? Math.nextDown(pieces.get(k + 1).start()) : Double.MAX_VALUE;
    Piece piece = pieces.get(k);
    if (piece.of(before) >= utility) {
      return k + 1 < pieces.size() ? before : Double.POSITIVE_INFINITY;
    }
    return bisected(piece, utility, before);
  }

  /** To the last bit, so that it says the same as a comparison of utilities. */
  private static double bisected(Piece piece, double utility, double tooLate) {
    double worth = piece.start();
    double late = tooLate;
    while (true) {
      double middle = worth + (late - worth) / 2;
      if (middle <= worth || middle >= late) {
        return worth;
      }
      if (piece.of(middle) >= utility) {
        worth = middle;
      } else {
        late = middle;
      }
    }
  }
}
