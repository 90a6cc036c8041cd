package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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
  private final NavigableSet<Long> failures = new TreeSet<>();
  private final CountDownLatch any = new CountDownLatch(1);

  synchronized void add(long nanos, double sample) {
    watts.put(nanos, sample);
    any.countDown();
  }

  synchronized void addFailure(long nanos) {
    failures.add(nanos);
    any.countDown();
  }

  /** Waits until there is a sample, or a failure of one, but no longer than this. */
  void awaitOne(Duration most) throws InterruptedException {
    boolean ignored = any.await(most.toNanos(), TimeUnit.NANOSECONDS);
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
    int failed = failures.subSet(begin, true, end, true).size();
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
