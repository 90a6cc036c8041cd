package org.espalier.core.allocation;

/** What has happened since the last mapping event, and whether that causes the next one. */
final class EventCauses {
  private final Trigger trigger;
  private int arrivals;
  private boolean completed;
  private boolean stirred;
  private long lastEvent;

  EventCauses(Trigger trigger) {
    this.trigger = trigger;
  }

  /**
   * A task arrived.
   *
   * @param waited whether there was any to map before; if not, the periods that have ended since
   *     the last mapping event have passed without one
   */
  void arrived(long now, boolean waited) {
    arrivals++;
    if (!waited && trigger.period() > 0 && now > lastEvent) {
      lastEvent += (now - 1 - lastEvent) / trigger.period() * trigger.period();
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

  /** A mapping event was held. */
  void held(long now) {
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
        || (waitsForPeriod(waiting) && now - lastEvent >= trigger.period());
  }

  /** Whether a period ended before now without a mapping event although there were tasks to map. */
  boolean isOverdue(long now, boolean waiting) {
    return waitsForPeriod(waiting) && now - lastEvent > trigger.period();
  }

  private boolean waitsForPeriod(boolean waiting) {
    return waiting && trigger.period() > 0;
  }

  /**
   * When the end of a period causes a mapping event, in ticks; {@link ResourceManager#NEVER} if
   * none does.
   *
   * @param waiting whether there are tasks to map
   */
  long endOfPeriod(boolean waiting) {
    long period = trigger.period();
    boolean never = !waitsForPeriod(waiting) || period > ResourceManager.NEVER - lastEvent;
    return never ? ResourceManager.NEVER : lastEvent + period;
  }
}
