package org.espalier.service.scheduling;

import java.util.concurrent.atomic.LongAdder;
import org.espalier.service.live.Figures;
import org.espalier.service.live.Overview;

/** Counts and times what the scheduler does. Safe for use by many threads. */
final class Tally {
  private final LatencyHistogram eventTimes = new LatencyHistogram();
  private final LatencyHistogram commitTimes = new LatencyHistogram();
  private final LongAdder submitted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder events = new LongAdder();

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

  Figures figures(Overview state, boolean ready) {
    int queued = state.machines().stream().mapToInt(m -> m.queue().size()).sum();
    int running = (int) state.machines().stream().filter(m -> m.busy()).count();
    return new Figures(
        submitted.sum(),
        refused.sum(),
        state.fates(),
        state.unmapped(),
        queued,
        running,
        events.sum(),
        eventTimes.snapshot(),
        commitTimes.snapshot(),
        ready);
  }
}
