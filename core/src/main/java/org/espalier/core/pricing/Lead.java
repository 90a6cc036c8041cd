package org.espalier.core.pricing;

import java.time.Duration;
import java.util.OptionalLong;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;

/**
 * How long before it is expected to be free a machine may be given its next task. Else a real
 * machine is idle until its next task has come.
 *
 * <p>It asks for a mapping event when the first machine comes that near to its end. While a task
 * runs on, its end is expected later and later; so the next one is a quarter of the lead away at
 * least.
 */
final class Lead {
  private static final int ASKED_PER_LEAD = 4;

  private final Duration length;

  /** No lead where it is zero: only idle machines take tasks. */
  Lead(Duration length) {
    this.length = length;
  }

  boolean isSet() {
    return length.isPositive();
  }

  /**
   * Whether a machine may be given its next task.
   *
   * @param ready when it is expected to be free, ticks
   */
  boolean mayTake(MappingSession session, MachineQueue queue, double ready) {
    boolean isNear = isSet() && queue.hasRoom() && ready - session.now() <= ticks(session);
    return queue.isIdle() || isNear;
  }

  /** How long it is. */
  double ticks(MappingSession session) {
    return (double) length.toNanos() / session.system().tick().toNanos();
  }

  /**
   * The next event at which a machine may be given a task, after what has been mapped.
   *
   * @param ready when each machine is expected to be free; of those that are within the lead now,
   *     when it was before the mapping
   */
  OptionalLong askAgainAt(MappingSession session, Pace pace, double... ready) {
    long now = session.now();
    double ticks = ticks(session);
    double soonest = now + Math.max(1, ticks / ASKED_PER_LEAD);
    double first = Double.POSITIVE_INFINITY; // that is not yet so near to its end
    int machines = isSet() && !session.open().isEmpty() ? ready.length : 0;
    for (int m = 0; m < machines; m++) {
      double near = (ready[m] - ticks > now ? ready[m] : pace.ready(session.queue(m), now)) - ticks;
      if (near > now && near < first && session.queue(m).size() > 0 && session.queue(m).hasRoom()) {
        first = near;
      }
    }
    return Double.isFinite(first)
        ? OptionalLong.of((long) Math.ceil(Math.max(first, soonest)))
        : OptionalLong.empty();
  }
}
