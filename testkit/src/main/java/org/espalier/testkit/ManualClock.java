package org.espalier.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until a test moves it on. Safe for use by several threads.
 *
 * <p>Clocks of other zones made by {@link #withZone} move with it.
 */
public final class ManualClock extends Clock {
  private final AtomicReference<Instant> now;
  private final ZoneId zone;

  private ManualClock(AtomicReference<Instant> now, ZoneId zone) {
    this.now = now;
    this.zone = zone;
  }

  /** A clock in UTC that stands at an instant. */
  public static ManualClock at(Instant start) {
    return new ManualClock(new AtomicReference<>(start), ZoneOffset.UTC);
  }

  /** A clock in UTC that stands at 1970-01-01T00:00:00Z. */
  public static ManualClock atEpoch() {
    return at(Instant.EPOCH);
  }

  /** Moves it on by a duration that is not negative. */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("a clock does not go back: advance by " + by);
    }
    now.updateAndGet(instant -> instant.plus(by));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public ManualClock withZone(ZoneId other) {
    return new ManualClock(now, other);
  }
}
