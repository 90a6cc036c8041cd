package org.espalier.simulator.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Approximation;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.MappingEvent;

/**
 * The wall-clock time that a policy took to decide in one trial.
 *
 * @param events mapping events
 * @param totalNanos for all of them
 * @param p99Nanos 99th percentile over them: the least time that 99 % do not exceed
 */
record SchedulerTime(int events, long totalNanos, long p99Nanos) {

  /** Mean time for an event in microseconds; NaN if there was none. */
  double meanMicros() {
    return events == 0 ? Double.NaN : totalNanos / 1e3 / events;
  }

  /** Passes on to a policy and takes the time of each decision. */
  static final class Meter implements AllocationPolicy {
    private final AllocationPolicy policy;
    private final LongSupplier nanoClock;
    private long[] nanos = new long[1024];
    private int events;

    Meter(AllocationPolicy policy, LongSupplier nanoClock) {
      this.policy = policy;
      this.nanoClock = nanoClock;
    }

    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      long start = nanoClock.getAsLong();
      List<Decision> decisions = policy.decide(event);
      if (events == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * events);
      }
      nanos[events++] = nanoClock.getAsLong() - start;
      return decisions;
    }

    @Override
    public Approximation approximation() {
      return policy.approximation();
    }

    /** A copy of the policy; its decisions are not carried out, and their time is not taken. */
    @Override
    public Optional<AllocationPolicy> copy() {
      return policy.copy();
    }

    SchedulerTime time() {
      long[] sorted = Arrays.copyOf(nanos, events);
      Arrays.sort(sorted);
      long p99 = events == 0 ? 0 : sorted[(int) Math.ceil(0.99 * events) - 1];
      return new SchedulerTime(events, Arrays.stream(sorted).sum(), p99);
    }
  }
}
