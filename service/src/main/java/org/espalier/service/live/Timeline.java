package org.espalier.service.live;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Which wall-clock time each tick is. Ticks count from the moment the store was first opened, so
 * that they stay small numbers, and go by at the pace of real time whatever is done to the wall
 * clock. Where that is set, what tick it shows what time changes from then on, and only then.
 *
 * <p>Safe for use by many threads; one notes when the clock was set.
 */
public final class Timeline {
  /** So many settings of the clock are remembered. */
  public static final int MOST_SETTINGS = 100;

  private final Instant origin;
  private final Duration tick;
  private volatile List<Setting> settings;

  /**
   * That the wall clock was set.
   *
   * @param from the tick from which on it shows another time
   * @param offset by how much it is ahead since then of what it would show had it never been set
   */
  public record Setting(long from, Duration offset) {
    public Setting {
      Objects.requireNonNull(offset, "offset");
    }
  }

  /**
   * One on which the clock was set at times.
   *
   * @param origin the time of tick 0
   * @param tick what one tick is
   * @param settings in their order
   */
  public Timeline(Instant origin, Duration tick, List<Setting> settings) {
    this.origin = Objects.requireNonNull(origin, "origin");
    this.tick = tick;
    this.settings = List.copyOf(settings);
    if (!tick.isPositive()) {
      throw new IllegalArgumentException(
          "tick is %s; expected a positive duration".formatted(tick));
    }
  }

  /** One on which the clock was never set. */
  public Timeline(Instant origin, Duration tick) {
    this(origin, tick, List.of());
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
    return origin.plus(offset());
  }

  /** When the clock was set, the latest last. */
  public List<Setting> settings() {
    return settings;
  }

  /** By how much the clock is ahead now of what it would show had it never been set. */
  public Duration offset() {
    return settings.isEmpty() ? Duration.ZERO : settings.getLast().offset();
  }

  /** By how much the clock was set last. */
  public Duration lastStep() {
    int count = settings.size();
    return count < 2 ? offset() : offset().minus(settings.get(count - 2).offset());
  }

  /** The clock was set. */
  public void clockWasSet(Setting setting) {
    int first = settings.size() < MOST_SETTINGS ? 0 : 1;
    settings =
        Stream.concat(settings.subList(first, settings.size()).stream(), Stream.of(setting))
            .toList();
  }

  /** What the clock showed at a tick, or will show. */
  public Instant instant(long ticks) {
    return origin.plus(tick.multipliedBy(ticks)).plus(offsetAt(ticks));
  }

  private Duration offsetAt(long ticks) {
    List<Setting> present = settings;
    for (int i = present.size() - 1; i >= 0; i--) {
      if (present.get(i).from() <= ticks) {
        return present.get(i).offset();
      }
    }
    return Duration.ZERO;
  }

  /**
   * The last tick at or before a wall-clock time, as the clock was set then; negative before the
   * first. Of a time that the clock showed twice it is the later one.
   */
  public long ticks(Instant instant) {
    List<Setting> present = settings;
    long next = Long.MAX_VALUE;
    for (int i = present.size() - 1; i >= 0; i--) {
      long ticks = ticks(instant, present.get(i).offset());
      if (ticks >= present.get(i).from()) {
        return Math.min(ticks, next);
      }
      next = present.get(i).from();
    }
    return Math.min(ticks(instant, Duration.ZERO), next);
  }

  private long ticks(Instant instant, Duration offset) {
    return Duration.between(origin.plus(offset), instant).dividedBy(tick);
  }

  /** The last tick at or before a wall-clock time, going by the clock as it is set now. */
  public long presentTicks(Instant instant) {
    return ticks(instant, offset());
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

  /** Ticks in milliseconds. */
  public double milliseconds(double ticks) {
    return ticks * tick.toNanos() / 1e6;
  }
}
