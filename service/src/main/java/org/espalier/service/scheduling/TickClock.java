package org.espalier.service.scheduling;

import org.espalier.service.live.Timeline;

/**
 * The present time in ticks: never goes back, whatever happens to the wall clock while the service
 * runs, and goes on behind the last recorded tick after a restart.
 */
final class TickClock {
  private final long tickNanos;
  private final long origin;
  private final long startNanos;
  private final TimeSource time;

  /**
   * A clock that starts now.
   *
   * @param last the last tick that was recorded
   */
  TickClock(Timeline timeline, TimeSource time, long last) {
    this.time = time;
    this.tickNanos = timeline.tick().toNanos();
    this.origin = Math.max(timeline.ticks(time.instant()), last + 1);
    this.startNanos = time.nanos();
  }

  long now() {
    return origin + (time.nanos() - startNanos) / tickNanos;
  }

  /** Nanoseconds until a tick begins, at most {@code most}; 0 if it has begun. */
  long nanosUntil(long tick, long most) {
    long ahead = tick - now();
    if (ahead <= 0) {
      return 0;
    }
    return ahead > most / tickNanos
        ? most
        : Math.clamp((tick - origin) * tickNanos - (time.nanos() - startNanos), 0, most);
  }
}
