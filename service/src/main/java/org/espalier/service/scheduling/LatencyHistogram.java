package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.espalier.service.live.Figures;

/** Counts durations by size; written by one thread, read by any. */
final class LatencyHistogram {
  private static final double[] BOUNDS = {
    0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5
  };
  private static final double NANOS = 1e-9;

  private final AtomicLongArray counts = new AtomicLongArray(BOUNDS.length + 1);
  private final LongAdder nanos = new LongAdder();

  void add(long durationNanos) {
    double seconds = durationNanos * NANOS;
    int bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]) {
      bucket++;
    }
    counts.incrementAndGet(bucket);
    nanos.add(durationNanos);
  }

  Figures.Histogram snapshot() {
    List<Double> bounds = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    for (int i = 0; i <= BOUNDS.length; i++) {
      values.add(counts.get(i));
      if (i < BOUNDS.length) {
        bounds.add(BOUNDS[i]);
      }
    }
    return new Figures.Histogram(bounds, values, nanos.sum() * NANOS);
  }
}
