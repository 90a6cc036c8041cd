package org.espalier.core.pricing;

import java.util.OptionalLong;
import org.espalier.core.allocation.MappingSession;

/**
 * Tasks that wait although an idle machine could run them, since they are not worth its time at
 * present prices. Prices fall as time passes, and nothing else may ever happen: so another mapping
 * event is asked for, unless there is one at every interval anyway.
 */
final class PutOffTasks {
  /**
   * Prices hold for one in so many parts of the time that they look at. Starts of busy machines
   * that are in one such part of a mean time are alike.
   */
  static final double SOLVED = 50;

  private PutOffTasks() {}

  /**
   * The next event at which put-off tasks are looked at again, after what has been mapped.
   *
   * @param hold how long prices hold, ticks
   */
  static OptionalLong askAgainAt(MappingSession session, double hold) {
    boolean isAsked = session.event().rules().trigger().period() > 0;
    return !isAsked && IdleMachines.forWaiting(session) > 0
        ? OptionalLong.of(next(session, hold))
        : OptionalLong.empty();
  }

  /** When put-off tasks are looked at again, as far as is known. */
  static long next(MappingSession session, double hold) {
    long period = session.event().rules().trigger().period();
    return session.now() + (period > 0 ? period : (long) Math.ceil(Math.max(1, hold)));
  }
}
