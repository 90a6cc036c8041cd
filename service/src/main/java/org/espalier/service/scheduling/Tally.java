package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.espalier.service.live.Figures;
import org.espalier.service.live.LiveTask;

/** Counts and times what the scheduler does. Safe for use by many threads. */
final class Tally {
  private final LatencyHistogram eventTimes = LatencyHistogram.quick();
  private final LatencyHistogram commitTimes = LatencyHistogram.quick();
  private final LongAdder submitted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final TypeTally byType;
  private volatile Census census = new Census(0, 0, 0, Map.of(), Optional.empty());

  /**
   * One that begins with nothing.
   *
   * @param tick what a tick is
   */
  Tally(Duration tick) {
    this.byType = new TypeTally(tick.toNanos());
  }

  void submitted(LiveTask task) {
    submitted.increment();
    byType.submitted(task);
  }

  /** A step is durable. */
  void left(Step step) {
    step.ended().forEach(byType::left);
    step.repeated().forEach(byType::repeated);
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
        ready,
        last.oversubscription(),
        byType.figures());
  }
}
