package org.espalier.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Points in time and durations as people read them, seen from one moment.
 *
 * @param now that moment
 * @param zone where the reader is
 */
public record PointsInTime(Instant now, ZoneId zone) {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss.S xxx", Locale.ROOT);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd ", Locale.ROOT);
  private static final DateTimeFormatter SHOWN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss[.S][ ]xxx", Locale.ROOT);
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY_SECONDS = 24 * HOUR;

  private static final Pattern POSIX_OFFSET =
      Pattern.compile("(?:[A-Za-z]{3,}|<[^>]*>)([+-]?)(\\d{1,2})(?::(\\d{2}))?");

  /** Seen from here and now. */
  public static PointsInTime here() {
    return new PointsInTime(Instant.now(), ZoneId.systemDefault());
  }

  /**
   * The zone that a value of {@code TZ} means, where Java would take it for another: {@code GMT-3}
   * is three hours east, as POSIX has it. Empty for all that Java reads rightly.
   */
  public static Optional<ZoneId> posixZone(String text) {
    Matcher offset = POSIX_OFFSET.matcher(text);
    if (!offset.matches() || ZoneId.getAvailableZoneIds().contains(text)) {
      return Optional.empty();
    }
    int minutes = offset.group(3) == null ? 0 : Integer.parseInt(offset.group(3));
    int west = 60 * Integer.parseInt(offset.group(2)) + minutes;
    int east = offset.group(1).equals("-") ? west : -west;
    return Math.abs(east) > 18 * 60 || minutes > 59
        ? Optional.empty()
        : Optional.of(ZoneOffset.ofTotalSeconds(60 * east));
  }

  /**
   * The point in time that a text means that is written as {@link #clock} does, or as in {@code
   * 2030-01-31T12:00:00Z}.
   *
   * @throws java.time.DateTimeException if it is neither
   */
  public Instant instant(String text) {
    String day = DAY.format(now.atZone(zone));
    String whole = text.matches("\\d{2}:.*") ? day + text : text;
    return whole.contains(" ") ? SHOWN.parse(whole, Instant::from) : Instant.parse(whole);
  }

  /**
   * A time of day with its offset, and with the day unless that is the present one: {@code
   * 18:54:04.9 +01:00}.
   */
  public String clock(Instant instant) {
    ZonedDateTime local = instant.atZone(zone);
    boolean today = local.toLocalDate().equals(now.atZone(zone).toLocalDate());
    return (today ? "" : DAY.format(local)) + CLOCK.format(local);
  }

  /** How far two times are apart: {@code 4.0 s before the deadline}. */
  public static String apart(Instant instant, Instant other, String otherName) {
    Duration ahead = Duration.between(instant, other);
    return "%s %s %s"
        .formatted(span(ahead.abs()), ahead.isNegative() ? "after" : "before", otherName);
  }

  /** When something is, seen from now: {@code 18:54:04.9 +01:00, in 3.0 s}. */
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
