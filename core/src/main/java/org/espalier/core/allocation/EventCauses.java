package org.espalier.core.allocation;

import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.TimeSpan;

/** What has happened since the last mapping event, and whether that causes the next one. */
final class EventCauses {
  private final Trigger trigger;
  private int arrivals;
  private boolean completed;
  private boolean stirred;
  private long lastEvent;

  /** When the policy is to be asked again at the latest. */
  private long askAgainAt = TimeSpan.NEVER;

  EventCauses(Trigger trigger) {
    this.trigger = trigger;
  }

  /**
   * A task arrived.
   *
   * @param waited whether there was any to map before; if not, what was due in the meantime has
   *     passed without a mapping event
   */
  void arrived(long now, boolean waited) {
    arrivals++;
    if (!waited && trigger.period() > 0 && now > lastEvent) {
      lastEvent += (now - 1 - lastEvent) / trigger.period() * trigger.period();
    }
    if (!waited && now >= askAgainAt) {
      askAgainAt = TimeSpan.NEVER;
    }
  }

  /** A machine has become free. */
  void completed() {
    completed = true;
  }

  /** Something happened that causes a mapping event whatever the trigger says. */
  void stirred() {
    stirred = true;
  }

  /**
   * A mapping event was held.
   *
   * @param again when the policy is to be asked again at the latest; {@link TimeSpan#NEVER} if it
   *     minds the trigger only
   */
  void held(long now, long again) {
    askAgainAt = again;
    arrivals = 0;
    completed = false;
    stirred = false;
    lastEvent = now;
  }

  /**
   * Whether there is to be a mapping event.
   *
   * @param waiting whether there are tasks to map: without any, no period ends
   */
  boolean isDue(long now, boolean waiting) {
    return stirred
        || (trigger.arrivals() > 0 && arrivals >= trigger.arrivals())
        || (trigger.completions() && completed)
        || (waitsForPeriod(waiting) && now - lastEvent >= trigger.period())
        || (waiting && now >= askAgainAt);
  }

  /** Whether a period ended before now without a mapping event although there were tasks to map. */
  boolean isOverdue(long now, boolean waiting) {
    return waitsForPeriod(waiting) && now - lastEvent > trigger.period();
  }

  private boolean waitsForPeriod(boolean waiting) {
    return waiting && trigger.period() > 0;
  }

  /**
   * When time alone causes a mapping event, in ticks; {@link TimeSpan#NEVER} if it does not.
   *
   * @param waiting whether there are tasks to map
   */
  long nextByTime(boolean waiting) {
    if (!waiting) {
      return TimeSpan.NEVER;
    }
    long period = trigger.period();
    boolean never = period <= 0 || period > TimeSpan.NEVER - lastEvent;
    return never ? askAgainAt : Math.min(lastEvent + period, askAgainAt);
  }
}
