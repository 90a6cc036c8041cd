package org.espalier.core.pmf;

import java.util.Map;
import java.util.TreeMap;

/**
 * The completion-time operators in the most obvious form, over a map from time to mass: slow, and
 * the oracle of {@link CompletionTimes} in tests.
 */
public final class PlainCompletionTimes {
  private PlainCompletionTimes() {}

  /** See {@link CompletionTimes#completion}. */
  public static Pmf completion(DroppingScope scope, Pmf ready, Pmf execution, long deadline) {
    Map<Long, Double> result = new TreeMap<>();
    long step = CommonStep.exact(ready, execution);
    for (int i = 0; i < ready.size(); i++) {
      long start = ready.time(i);
      if (scope != DroppingScope.NONE && start >= deadline) {
        result.merge(start, ready.mass(i), Double::sum);
        continue;
      }
      for (int k = 0; k < execution.size(); k++) {
        long end = start + execution.time(k);
        long free =
            scope == DroppingScope.EXECUTING ? capped(end, deadline, ready.origin(), step) : end;
        result.merge(free, ready.mass(i) * execution.mass(k), Double::sum);
      }
    }
    return toPmf(result, step);
  }

  /** See {@link CompletionTimes#expectedCompletion}. */
  public static double expectedCompletion(
      DroppingScope scope, Pmf ready, Pmf execution, long deadline) {
    double mean = 0;
    for (int i = 0; i < ready.size(); i++) {
      boolean starts = scope == DroppingScope.NONE || ready.time(i) < deadline;
      for (int k = 0; k < execution.size(); k++) {
        long end = starts ? ready.time(i) + execution.time(k) : ready.time(i);
        boolean evicted = starts && scope == DroppingScope.EXECUTING && end > deadline;
        mean += ready.mass(i) * execution.mass(k) * (evicted ? deadline : end);
      }
    }
    return mean;
  }

  /** Completion of a task that started at {@code start} and is running at {@code now}. */
  public static Pmf running(
      DroppingScope scope, Pmf execution, long start, long now, long deadline) {
    Map<Long, Double> result = new TreeMap<>();
    double remaining = 0;
    for (int k = 0; k < execution.size(); k++) {
      if (start + execution.time(k) > now && execution.mass(k) > 0) {
        remaining += execution.mass(k);
        result.merge(start + execution.time(k), execution.mass(k), Double::sum);
      }
    }
    if (remaining <= 0) {
      result.put(now + execution.step(), 1.0);
    }
    Pmf left = toPmf(result, execution.step());
    if (scope != DroppingScope.EXECUTING) {
      return left;
    }
    Map<Long, Double> cut = new TreeMap<>();
    for (int i = 0; i < left.size(); i++) {
      cut.merge(
          capped(left.time(i), deadline, left.origin(), left.step()), left.mass(i), Double::sum);
    }
    return toPmf(cut, execution.step());
  }

  /** See {@link CompletionTimes#chanceOfSuccess}. */
  public static double chanceOfSuccess(Pmf ready, Pmf execution, long deadline) {
    double chance = 0;
    for (int i = 0; i < ready.size(); i++) {
      for (int k = 0; k < execution.size(); k++) {
        boolean inTime = ready.time(i) + execution.time(k) <= deadline;
        if (ready.time(i) < deadline && inTime) {
          chance += ready.mass(i) * execution.mass(k);
        }
      }
    }
    return chance;
  }

  /** The largest difference of the cumulative functions of two PMFs, at the points of either. */
  public static double distance(Pmf a, Pmf b) {
    double distance = 0;
    for (int i = 0; i < a.size(); i++) {
      distance = Math.max(distance, gap(a, b, a.time(i)));
    }
    for (int i = 0; i < b.size(); i++) {
      distance = Math.max(distance, gap(a, b, b.time(i)));
    }
    return distance;
  }

  private static double gap(Pmf a, Pmf b, long time) {
    return Math.abs(a.cumulative(time) - b.cumulative(time));
  }

  private static long capped(long time, long deadline, long origin, long step) {
    if (time <= deadline) {
      return time;
    }
    long up = -Math.floorDiv(origin - deadline, step);
    return Math.min(time, origin + up * step);
  }

  private static Pmf toPmf(Map<Long, Double> masses, long step) {
    TreeMap<Long, Double> sorted = new TreeMap<>(masses);
    long origin = sorted.firstKey();
    double[] dense = new double[(int) ((sorted.lastKey() - origin) / step) + 1];
    sorted.forEach((time, mass) -> dense[(int) ((time - origin) / step)] += mass);
    return Pmf.normalised(origin, step, dense);
  }
}
