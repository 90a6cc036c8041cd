package org.espalier.profiler.probe;

import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Samples of power over time. Between two samples power is taken to change in a straight line;
 * before the first and after the last it is taken to be as there.
 *
 * <p>Safe for use by several threads.
 */
final class PowerSamples {
  /** Of the samples of a measurement, how many may fail. */
  static final double TOLERATED_FAILURES = 0.2;

  private static final double NANOS = 1e9;

  private final NavigableMap<Long, Double> watts = new TreeMap<>();
  private final NavigableMap<Long, Long> failures = new TreeMap<>();

  synchronized void add(long nanos, double sample) {
    watts.put(nanos, sample);
    notifyAll();
  }

  synchronized void addFailure(long nanos) {
    failures.merge(nanos, 1L, Long::sum);
    notifyAll();
  }

  /** Forgets what was before. */
  synchronized void forgetBefore(long nanos) {
    watts.headMap(nanos).clear();
    failures.headMap(nanos).clear();
  }

  /** Waits until there is a sample since then, or a failure of one, but no longer than this. */
  synchronized void awaitOne(long since, long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (left > 0 && watts.tailMap(since).isEmpty() && failures.tailMap(since).isEmpty()) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
  }

  /**
   * Returns the energy of a time by the trapezoid rule, in joules; empty without samples, or if too
   * many failed meanwhile.
   */
  synchronized OptionalDouble joules(long begin, long end) {
    if (watts.isEmpty() || tooManyFailed(begin, end)) {
      return OptionalDouble.empty();
    }
    NavigableMap<Long, Double> points = new TreeMap<>(watts.subMap(begin, true, end, true));
    points.put(begin, at(begin));
    points.put(end, at(end));
    return OptionalDouble.of(trapezoids(points));
  }

  private boolean tooManyFailed(long begin, long end) {
    long failed =
        failures.subMap(begin, true, end, true).values().stream().mapToLong(Long::longValue).sum();
    int good = watts.subMap(begin, true, end, true).size();
    return failed > TOLERATED_FAILURES * (failed + good);
  }

  private double at(long nanos) {
    Map.Entry<Long, Double> before = watts.floorEntry(nanos);
    Map.Entry<Long, Double> after = watts.ceilingEntry(nanos);
    if (before == null || after == null) {
      return before == null ? watts.firstEntry().getValue() : before.getValue();
    }
    double length = after.getKey() - before.getKey();
    double share = length == 0 ? 0 : (nanos - before.getKey()) / length;
    return before.getValue() + share * (after.getValue() - before.getValue());
  }

  private static double trapezoids(NavigableMap<Long, Double> points) {
    double joules = 0;
    Map.Entry<Long, Double> last = points.firstEntry();
    for (Map.Entry<Long, Double> point : points.entrySet()) {
      double seconds = (point.getKey() - last.getKey()) / NANOS;
      joules += seconds * (point.getValue() + last.getValue()) / 2;
      last = point;
    }
    return joules;
  }
}
