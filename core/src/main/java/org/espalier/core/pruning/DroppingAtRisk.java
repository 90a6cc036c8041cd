package org.espalier.core.pruning;

import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;

/**
 * Threshold dropping that looks only at queues of which a task may have to be dropped; it drops the
 * same. It remembers when it looked at each queue; one serves one pruner.
 *
 * <p>While a queue has the same tasks, a chance c falls only since outcomes of the running task are
 * ruled out. With a share s of them left, it is at least 1 - (1 - c) / s.
 */
public final class DroppingAtRisk implements Dropping {
  /** More than a chance is rounded by. */
  private static final double MARGIN = 1e-6;

  private final ThresholdDropping plain;

  /** No chance up to which tasks are dropped is above it. */
  private final double highest;

  /** By machine, the composition of its queue when it was looked at. */
  private long[] compositions = {};

  /** By machine, from when on a task of that composition may have to be dropped. */
  private long[] safeUntil = {};

  /** Dropping that has looked at no queue yet. */
  public DroppingAtRisk(ThresholdDropping plain) {
    this.plain = plain;
    this.highest = plain.threshold() + plain.skewnessScale();
  }

  @Override
  public void drop(MappingSession session, Fairness fairness) {
    if (compositions.length == 0) {
      compositions = new long[session.machines()];
      safeUntil = new long[session.machines()];
    }
    for (int m = 0; m < compositions.length; m++) {
      if (compositions[m] != session.queueBefore(m).composition()
          || session.now() >= safeUntil[m]) {
        double least = plain.dropFrom(session, fairness, m);
        compositions[m] = session.queue(m).composition();
        safeUntil[m] = safeUntil(session.queue(m), least);
      }
    }
  }

  private long safeUntil(MachineQueue queue, double least) {
    double share = (1 - least + MARGIN) / (1 - highest - MARGIN);
    return queue.isBusy() && share > 0 && share < 1
        ? queue.completionTime(0).quantile(1 - share)
        : Long.MIN_VALUE;
  }
}
