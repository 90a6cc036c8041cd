package org.espalier.simulator.column;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.registry.ForwardingPolicy;

/**
 * The wall-clock time that a policy took to decide in one trial.
 *
 * @param events mapping events
 * @param totalNanos for all of them
 * @param p50Nanos median over them: the least time that half of them do not exceed
 * @param p99Nanos 99th percentile over them: the least time that 99 % do not exceed
 */
public record SchedulerTime(int events, long totalNanos, long p50Nanos, long p99Nanos) {

  /** Mean time for an event in microseconds; NaN if there was none. */
  double meanMicros() {
    return events == 0 ? Double.NaN : totalNanos / 1e3 / events;
  }

  /** A time of an event in microseconds; NaN if there was none. */
  double micros(long nanos) {
    return events == 0 ? Double.NaN : nanos / 1e3;
  }

  /** Passes on to a policy and takes the time of its decisions in the measured time. */
  public static final class Meter extends ForwardingPolicy {
    private final TimeSpan measured;
    private final LongSupplier nanoClock;
    private long[] nanos = new long[1024];
    private int events;

    /** A meter for all mapping events. */
    public Meter(AllocationPolicy policy, LongSupplier nanoClock) {
      this(policy, TimeSpan.ALWAYS, nanoClock);
    }

    /** A meter for the mapping events in a span of time. */
    public Meter(AllocationPolicy policy, TimeSpan measured, LongSupplier nanoClock) {
      super(policy);
      this.measured = measured;
      this.nanoClock = nanoClock;
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      long start = nanoClock.getAsLong();
      List<Decision> decisions = super.decide(event);
      long taken = nanoClock.getAsLong() - start;
      if (measured.contains(event.now())) {
        if (events == nanos.length) {
          nanos = Arrays.copyOf(nanos, 2 * events);
        }
        nanos[events++] = taken;
      }
      return decisions;
    }

    /** What was taken in the measured time so far. */
    public SchedulerTime time() {
      long[] sorted = Arrays.copyOf(nanos, events);
      Arrays.sort(sorted);
      return new SchedulerTime(
          events, Arrays.stream(sorted).sum(), percentile(sorted, 50), percentile(sorted, 99));
    }

    private static long percentile(long[] sorted, int percent) {
      int rank = Math.ceilDiv(percent * sorted.length, 100);
      return sorted.length == 0 ? 0 : sorted[rank - 1];
    }
  }
}
