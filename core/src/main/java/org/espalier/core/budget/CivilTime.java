package org.espalier.core.budget;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.espalier.core.model.TimeSpan;

/**
 * Which day and hour each tick is at a place. Days are those of the place's clock, so that one has
 * 23 or 25 hours where that is set.
 *
 * @param origin when tick 0 is
 * @param zone the place
 */
public record CivilTime(Instant origin, ZoneId zone, Duration tick) {
  /** Where nothing is said: tick 0 is Monday, 1 January 2018, a year of 365 days, 0:00 UTC. */
  public static final CivilTime SINCE_A_MONDAY = of("UTC", "");

  private static final long WEEK = Duration.ofDays(7).toSeconds();

  /** Prices last until a quarter of an hour at least, and clocks are set at one. */
  private static final Duration QUARTER = Duration.ofMinutes(15);

  /** 0:00 on Monday, 5 January 1970. */
  private static final long A_MONDAY = Duration.ofDays(4).toSeconds();

  /**
   * One of ticks of a millisecond in a zone.
   *
   * @param from when tick 0 is: a date, at 0:00 there, or an instant; that Monday if blank
   * @throws java.time.DateTimeException if there is no such zone or time
   */
  public static CivilTime of(String zone, String from) {
    ZoneId place = ZoneId.of(zone);
    Instant origin =
        from.contains("T")
            ? Instant.parse(from)
            : LocalDate.parse(from.isBlank() ? "2018-01-01" : from).atStartOfDay(place).toInstant();
    return new CivilTime(origin, place, Duration.ofMillis(1));
  }

  private Instant instant(long time) {
    return origin.plus(tick.multipliedBy(time));
  }

  private LocalDate date(int day) {
    return LocalDate.ofInstant(origin, zone).plusDays(day);
  }

  private long begin(LocalDate date) {
    long nanos = Duration.between(origin, date.atStartOfDay(zone).toInstant()).toNanos();
    return Math.floorDiv(nanos, tick.toNanos());
  }

  /** A day, counted from that of tick 0. */
  TimeSpan day(int day) {
    return new TimeSpan(begin(date(day)), begin(date(day + 1)));
  }

  /** The day that a tick is in. */
  int dayAt(long time) {
    LocalDate at = LocalDate.ofInstant(instant(time), zone);
    int day = Math.toIntExact(ChronoUnit.DAYS.between(date(0), at));
    return time < begin(date(day + 1)) ? day : day + 1;
  }

  /** The day, month or year that a day is in. */
  TimeSpan around(int day, CalendarUnit unit) {
    LocalDate first = unit.first(date(day));
    return new TimeSpan(begin(first), begin(first.plus(1, unit.unit())));
  }

  /** How many days, months or years that one is behind that of tick 0. */
  int number(int day, CalendarUnit unit) {
    return Math.toIntExact(unit.unit().between(unit.first(date(0)), unit.first(date(day))));
  }

  /** How many days of it are left with a day; all of them before tick 0 began. */
  long daysLeft(int day, CalendarUnit unit) {
    LocalDate present = date(day);
    return ChronoUnit.DAYS.between(present, unit.first(present).plus(1, unit.unit()));
  }

  /** Nanoseconds since 0:00 on Monday, by the clock. */
  long sinceMonday(long time) {
    Instant at = instant(time);
    long seconds = at.getEpochSecond() + zone.getRules().getOffset(at).getTotalSeconds() - A_MONDAY;
    return Math.floorMod(seconds, WEEK) * 1_000_000_000L + at.getNano();
  }

  /** The first tick of the next quarter of an hour, at which a price may change. */
  long nextQuarter(long time) {
    return next(time, QUARTER);
  }

  /** The first tick of the next hour. */
  public long nextHour(long time) {
    return next(time, Duration.ofHours(1));
  }

  private long next(long time, Duration step) {
    Instant at = instant(time);
    long seconds = step.toSeconds();
    long next = (Math.floorDiv(at.getEpochSecond(), seconds) + 1) * seconds;
    long nanos = Duration.between(origin, Instant.ofEpochSecond(next)).toNanos();
    return Math.max(time + 1, -Math.floorDiv(-nanos, tick.toNanos()));
  }
}
