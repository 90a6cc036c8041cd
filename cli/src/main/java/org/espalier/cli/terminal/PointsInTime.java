package org.espalier.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Points in time and durations as people read them, seen from one moment.
 *
 * @param now that moment
 * @param zone where the reader is
 */
public record PointsInTime(Instant now, ZoneId zone) {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss.S", Locale.ROOT);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd ", Locale.ROOT);
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY_SECONDS = 24 * HOUR;

  /** Seen from here and now. */
  public static PointsInTime here() {
    return new PointsInTime(Instant.now(), ZoneId.systemDefault());
  }

  /** A time of day, with the day unless that is the present one: {@code 18:54:04.9}. */
  public String clock(Instant instant) {
    LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
    boolean today = local.toLocalDate().equals(LocalDateTime.ofInstant(now, zone).toLocalDate());
    return (today ? "" : DAY.format(local)) + CLOCK.format(local);
  }

  /** How far two times are apart: {@code 4.0 s before the deadline}. */
  public static String apart(Instant instant, Instant other, String otherName) {
    Duration ahead = Duration.between(instant, other);
    return "%s %s %s"
        .formatted(span(ahead.abs()), ahead.isNegative() ? "after" : "before", otherName);
  }

  /** When something is, seen from now: {@code 18:54:04.9, in 3.0 s}. */
  public String fromNow(Instant instant) {
    Duration ahead = Duration.between(now, instant);
    return clock(instant)
        + ", "
        + (ahead.isNegative() ? span(ahead.abs()) + " ago" : "in " + span(ahead));
  }

  /** A duration in the two greatest units that suit it: {@code 0.35 s}, {@code 2 min 5 s}. */
  public static String span(Duration duration) {
    double exact = duration.toMillis() / 1e3;
    if (exact < MINUTE) {
      return String.format(Locale.ROOT, exact < 1 ? "%.2f s" : "%.1f s", exact);
    }
    long seconds = Math.round(exact);
    if (seconds < HOUR) {
      return "%s min %s s".formatted(seconds / MINUTE, seconds % MINUTE);
    }
    return seconds < DAY_SECONDS
        ? "%s h %s min".formatted(seconds / HOUR, seconds % HOUR / MINUTE)
        : "%s d %s h".formatted(seconds / DAY_SECONDS, seconds % DAY_SECONDS / HOUR);
  }
}
