package org.espalier.core.utility;

import java.util.ArrayList;
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
  /** Behind this time after the first interval a task is worth nothing, in minutes. */
  private static final double WORTHLESS = 10_000;

  /**
   * One interval.
   *
   * @param offsetMinutes when it begins, after the end of the first interval
   * @param share what the task is worth then, as a share of what it is worth at most
   * @param decayModifier by which the urgency's decay rate is multiplied
   */
  public record Interval(double offsetMinutes, double share, double decayModifier) {}

  /** The classes of DISSERTATION appendix C. */
  public static final UtilityClass A =
      of(
          "A",
          new double[] {0, 5, 10, 20, 30},
          new double[] {1, 0.6, 0.3, 0.2, 0.1},
          new double[] {1.1, 1.15, 1.2, 1.1, 1.2});

  public static final UtilityClass B =
      of(
          "B",
          new double[] {0, 7, 15, 22.5, 30},
          new double[] {1, 0.5, 0.25, 0.12, 0.05},
          new double[] {0.9, 0.9, 0.9, 0.9, 0.9});

  public static final UtilityClass C =
      of(
          "C",
          new double[] {0, 10, 20, 30, 40},
          new double[] {1, 0.75, 0.5, 0.25, 0.12},
          new double[] {0.9, 0.85, 0.85, 0.8, 0.8});

  public static final UtilityClass D =
      of(
          "D",
          new double[] {0, 12.5, 25, 37, 50},
          new double[] {1, 0.8, 0.66, 0.33, 0.11},
          new double[] {1.2, 1.1, 1.1, 0.9, 0.9});

  public UtilityClass {
    intervals = List.copyOf(intervals);
    check(name, intervals);
  }

  /** The four classes of DISSERTATION chapters 2 and 3. */
  public static List<UtilityClass> four() {
    return List.of(A, B, C, D);
  }

  /**
   * The twenty classes of DISSERTATION 4.4.2, for which the source has no values. Around the ring
   * A, B, C, D, A there are four more between each two, with all numbers interpolated.
   */
  public static List<UtilityClass> twenty() {
    List<UtilityClass> four = four();
    List<UtilityClass> all = new ArrayList<>();
    for (int i = 0; i < four.size(); i++) {
      UtilityClass from = four.get(i);
      UtilityClass to = four.get((i + 1) % four.size());
      all.add(from);
      for (int step = 1; step < STEPS; step++) {
        all.add(between(from, to, step));
      }
    }
    return List.copyOf(all);
  }

  private static final int STEPS = 5;

  private static UtilityClass between(UtilityClass from, UtilityClass to, int step) {
    double share = (double) step / STEPS;
    List<Interval> intervals = new ArrayList<>();
    for (int k = 0; k < from.intervals.size(); k++) {
      Interval a = from.intervals.get(k);
      Interval b = to.intervals.get(k);
      intervals.add(
          new Interval(
              between(a.offsetMinutes, b.offsetMinutes, share),
              between(a.share, b.share, share),
              between(a.decayModifier, b.decayModifier, share)));
    }
    return new UtilityClass(from.name + to.name + step, intervals);
  }

  private static double between(double from, double to, double share) {
    return from + (to - from) * share;
  }

  private static UtilityClass of(
      String name, double[] offsets, double[] shares, double[] modifiers) {
    List<Interval> intervals = new ArrayList<>();
    for (int k = 0; k < offsets.length; k++) {
      intervals.add(new Interval(offsets[k], shares[k], modifiers[k]));
    }
    intervals.add(new Interval(WORTHLESS, 0, 1));
    return new UtilityClass(name, intervals);
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
