package org.espalier.core.utility;

import java.util.List;

/**
 * A utility class: the shape of a utility function behind its first interval (DISSERTATION 2.2.2,
 * appendix C). It has intervals; each begins with a share of what the task is worth at most, and
 * within it the worth decays towards that at the beginning of the next. Behind the last one the
 * task is worth nothing at its end.
 *
 * @param name for example A
 * @param intervals the intervals from the second one on
 */
public record UtilityClass(String name, List<Interval> intervals) {
  /**
   * One interval.
   *
   * @param offsetMinutes when it begins, after the end of the first interval
   * @param share what the task is worth then, as a share of what it is worth at most
   * @param decayModifier by which the urgency's decay rate is multiplied
   */
  public record Interval(double offsetMinutes, double share, double decayModifier) {}

  public UtilityClass {
    intervals = List.copyOf(intervals);
    check(name, intervals);
  }

  private static void check(String name, List<Interval> intervals) {
    if (intervals.isEmpty() || intervals.getFirst().offsetMinutes != 0) {
      throw new IllegalArgumentException(
          "utility class %s: its first interval must begin at 0 minutes".formatted(name));
    }
    double offset = Double.NEGATIVE_INFINITY;
    double share = 1;
    for (Interval interval : intervals) {
      if (!(interval.offsetMinutes > offset)) {
        throw new IllegalArgumentException(
            "utility class %s: an interval begins at %s min, the one before at %s; order them"
                .formatted(name, interval.offsetMinutes, offset));
      }
      if (!(interval.share >= 0 && interval.share <= share)) {
        throw new IllegalArgumentException(
            "utility class %s: share %s at %s min after %s; shares are in [0, 1] and never rise"
                .formatted(name, interval.share, interval.offsetMinutes, share));
      }
      if (!(interval.decayModifier >= 0) || Double.isInfinite(interval.decayModifier)) {
        throw new IllegalArgumentException(
            "utility class %s: decay modifier %s at %s min; expected one that is not negative"
                .formatted(name, interval.decayModifier, interval.offsetMinutes));
      }
      offset = interval.offsetMinutes;
      share = interval.share;
    }
  }
}
