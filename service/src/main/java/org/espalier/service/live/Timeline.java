package org.espalier.service.live;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Which wall-clock time each tick is. Ticks count from the moment the store was first opened, so
 * that they stay small numbers.
 *
 * @param epoch the time of tick 0
 * @param tick what one tick is
 */
public record Timeline(Instant epoch, Duration tick) {
  public Timeline {
    Objects.requireNonNull(epoch, "epoch");
    if (!tick.isPositive()) {
      throw new IllegalArgumentException(
          "tick is %s; expected a positive duration".formatted(tick));
    }
  }

  /** The wall-clock time of a tick. */
  public Instant instant(long ticks) {
    return epoch.plus(tick.multipliedBy(ticks));
  }

  /** The last tick at or before a wall-clock time; negative before the epoch. */
  public long ticks(Instant instant) {
    return Duration.between(epoch, instant).dividedBy(tick);
  }

  /** The first tick at or after a wall-clock time; the epoch for all before it. */
  public long ticksUp(Instant instant) {
    long before = Math.max(0, ticks(instant));
    return instant(before).isBefore(instant) ? before + 1 : before;
  }

  /** A duration in ticks, rounded down. */
  public long ticks(Duration duration) {
    return duration.dividedBy(tick);
  }

  /** Ticks in milliseconds. */
  public double milliseconds(double ticks) {
    return ticks * tick.toNanos() / 1e6;
  }
}
