package org.espalier.service.live;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.espalier.core.pricing.Forecast;
import org.espalier.workload.policy.Forecasts;

/**
 * Which wall-clock time each tick is, by the clock as it is set now. Ticks count from the moment
 * the store was first opened, so that they stay small numbers, and go by at the pace of real time
 * whatever is done to the wall clock.
 *
 * <p>Safe for use by many threads; one notes when the clock was set.
 */
public final class Timeline {
  private final Instant origin;
  private final Duration tick;
  private volatile Setting setting;

  /**
   * How the wall clock was set last.
   *
   * @param times how often it was set
   * @param from the tick from which on it shows another time
   * @param step by how much it was set then
   * @param offset by how much it is ahead since then of what it would show had it never been set
   */
  public record Setting(int times, long from, Duration step, Duration offset) {
    /** The clock was never set. */
    public static final Setting NONE = new Setting(0, 0, Duration.ZERO, Duration.ZERO);
  }

  /**
   * A timeline on which the clock was set before.
   *
   * @param origin what the clock showed at tick 0
   * @param tick what one tick is
   */
  public Timeline(Instant origin, Duration tick, Setting setting) {
    this.origin = origin;
    this.tick = tick;
    this.setting = setting;
  }

  /** What one tick is. */
  public Duration tick() {
    return tick;
  }

  /** What the clock showed at tick 0. */
  public Instant origin() {
    return origin;
  }

  /** When tick 0 was, going by the clock as it is set now. */
  public Instant epoch() {
    return origin.plus(setting.offset());
  }

  /** How the clock was set last. */
  public Setting setting() {
    return setting;
  }

  /** The clock was set, and shows another time from a tick on. */
  public void clockWasSet(long from, Duration step) {
    setting = new Setting(setting.times() + 1, from, step, setting.offset().plus(step));
  }

  /** When a tick was, or will be. */
  public Instant instant(long ticks) {
    return epoch().plus(tick.multipliedBy(ticks));
  }

  /** The last tick at or before a wall-clock time; negative before the first. */
  public long ticks(Instant instant) {
    return Duration.between(epoch(), instant).dividedBy(tick);
  }

  /** The first tick at or after a wall-clock time; tick 0 for all before it. */
  public long ticksUp(Instant instant) {
    long before = Math.max(0, ticks(instant));
    return instant(before).isBefore(instant) ? before + 1 : before;
  }

  /** A duration in ticks, rounded down. */
  public long ticks(Duration duration) {
    return duration.dividedBy(tick);
  }

  /** A forecast with its time of day on the timeline; a journal by itself is on it already. */
  public Forecast withDayOf(Forecast forecast) {
    if (Forecasts.isJournal(forecast) && forecast.start().isZero()) {
      return forecast;
    }
    Instant today = epoch().truncatedTo(ChronoUnit.DAYS);
    Duration first = Duration.between(epoch(), today).plus(forecast.start());
    return forecast.startingAt(
        Duration.ofNanos(Math.floorMod(first.toNanos(), Duration.ofDays(1).toNanos())));
  }

  /** The time from one tick to another. */
  public Duration span(long from, long to) {
    return tick.multipliedBy(to - from);
  }

  /** Ticks in milliseconds. */
  public double milliseconds(double ticks) {
    return ticks * tick.toNanos() / 1e6;
  }
}
