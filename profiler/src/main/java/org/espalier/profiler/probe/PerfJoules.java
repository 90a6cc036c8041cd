package org.espalier.profiler.probe;

import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Energy up to each time, as {@code perf stat -I} writes it in intervals. Within an interval power
 * is taken to be the same.
 */
final class PerfJoules {
  private final NavigableMap<Double, Double> upTo = new TreeMap<>(Map.of(0.0, 0.0));

  private PerfJoules() {}

  /** Reads what was written; events of one interval are added. */
  static PerfJoules parse(String text) {
    NavigableMap<Double, Double> intervals = new TreeMap<>();
    PerfLine.parseIntervals(text).stream()
        .filter(line -> line.value().isPresent())
        .forEach(
            line -> intervals.merge(line.atSeconds(), line.value().getAsDouble(), Double::sum));
    PerfJoules joules = new PerfJoules();
    double sum = 0;
    for (Map.Entry<Double, Double> interval : intervals.entrySet()) {
      sum += interval.getValue();
      joules.upTo.put(interval.getKey(), sum);
    }
    return joules;
  }

  /** Returns the end of the last interval, seconds since {@code perf} began; 0 if there is none. */
  double seconds() {
    return upTo.lastKey();
  }

  /**
   * Returns the energy of a time. Before the first interval and after the last, power is taken to
   * be as in it; empty if there is no interval.
   */
  OptionalDouble between(double begin, double end) {
    return upTo.size() < 2 ? OptionalDouble.empty() : OptionalDouble.of(at(end) - at(begin));
  }

  private double at(double seconds) {
    Map.Entry<Double, Double> before = upTo.lowerEntry(Math.max(seconds, Double.MIN_VALUE));
    Map.Entry<Double, Double> after = upTo.higherEntry(before.getKey());
    if (after == null) {
      after = before;
      before = upTo.lowerEntry(after.getKey());
    }
    double watts = (after.getValue() - before.getValue()) / (after.getKey() - before.getKey());
    return before.getValue() + watts * (seconds - before.getKey());
  }
}
