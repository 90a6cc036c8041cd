package org.espalier.service.scheduling;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.espalier.service.live.Figures;

/** Counts and times what the scheduler does. Safe for use by many threads. */
final class Tally {
  private final LatencyHistogram eventTimes = new LatencyHistogram();
  private final LatencyHistogram commitTimes = new LatencyHistogram();
  private final LongAdder submitted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder events = new LongAdder();
  private volatile Census census = new Census(0, 0, 0, Map.of());

  void submitted(long tasks) {
    submitted.add(tasks);
  }

  /** Requests that found the batch queue full. */
  void refused(long requests) {
    refused.add(requests);
  }

  void heldEvent(long nanos) {
    events.increment();
    eventTimes.add(nanos);
  }

  void committed(long nanos) {
    commitTimes.add(nanos);
  }

  /** The tasks after a step that is durable. */
  void counted(Census now) {
    census = now;
  }

  /** The figures as of the last step that is durable, which costs the scheduler nothing. */
  Figures figures(boolean ready) {
    Census last = census;
    return new Figures(
        submitted.sum(),
        refused.sum(),
        last.left(),
        last.unmapped(),
        last.mapped(),
        last.running(),
        events.sum(),
        eventTimes.snapshot(),
        commitTimes.snapshot(),
        ready);
  }
}
