package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.espalier.service.live.Figures;

/** Counts durations by size; written by one thread, read by any. */
final class LatencyHistogram {
  private static final double[] QUICK = {
    0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5
  };
  private static final double[] LONG = {
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 3600, 14400, 86400
  };
  private static final double NANOS = 1e-9;

  private final double[] bounds;
  private final AtomicLongArray counts;
  private final LongAdder nanos = new LongAdder();

  private LatencyHistogram(double... bounds) {
    this.bounds = bounds;
    this.counts = new AtomicLongArray(bounds.length + 1);
  }

  /** One for what takes 0.1 ms to 5 s. */
  static LatencyHistogram quick() {
    return new LatencyHistogram(QUICK);
  }

  /** One for what takes 10 ms to a day. */
  static LatencyHistogram slow() {
    return new LatencyHistogram(LONG);
  }

  void add(long durationNanos) {
    double seconds = durationNanos * NANOS;
    int bucket = 0;
    while (bucket < bounds.length && seconds > bounds[bucket]) {
      bucket++;
    }
    counts.incrementAndGet(bucket);
    nanos.add(durationNanos);
  }

  Figures.Histogram snapshot() {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i <= bounds.length; i++) {
      values.add(counts.get(i));
    }
    return new Figures.Histogram(
        Arrays.stream(bounds).boxed().toList(), values, nanos.sum() * NANOS);
  }
}
