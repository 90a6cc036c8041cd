package org.espalier.workload.mapping;

import java.math.BigDecimal;
import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Quantities;

/**
 * How a log writes times. A number is of a unit; other durations are {@code 3.5 s} or {@code
 * [d-]hh:mm:ss}. Other points in time are those of a pattern, or ISO 8601, and count from 1970.
 */
public final class TimeText {
  private static final int LONGEST = 60;
  private static final Pattern CLOCK =
      Pattern.compile("(?:(\\d{1,5})-)?(\\d{1,4}):([0-5]\\d):([0-5]\\d(?:\\.\\d{1,9})?)");

  private final Map<LogField, Duration> units;
  private final Optional<ZoneId> zone;
  private final DateTimeFormatter format;
  private final boolean isGiven;
  private long twice;

  /**
   * A way to write times.
   *
   * @param units what 1 is, by field; a second where nothing is said
   * @param pattern of points in time, see {@link DateTimeFormatter}; ISO 8601 if empty
   * @param zone of points in time that tell none
   * @throws IllegalArgumentException if the pattern is none
   */
  public TimeText(Map<LogField, Duration> units, Optional<String> pattern, Optional<ZoneId> zone) {
    this.units = Map.copyOf(units);
    this.zone = zone;
    this.isGiven = pattern.isPresent();
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    this.format =
        (pattern.isPresent()
                ? builder.appendPattern(pattern.get()).parseDefaulting(ChronoField.ERA, 1)
                : builder
                    .append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .appendPattern("['T'][' ']")
                    .append(DateTimeFormatter.ISO_LOCAL_TIME)
                    .appendPattern("[XXX][XX][X]"))
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);
  }

  /** How many points in time came twice, since clocks were put back; the first was taken. */
  long twice() {
    return twice;
  }

  /** What a field looks like, for messages. */
  String expected(LogField field) {
    String number =
        "a number in units of " + Quantities.text(units.getOrDefault(field, Duration.ofSeconds(1)));
    return field.isDuration()
        ? "expected %s, 3.5 s or [d-]hh:mm:ss".formatted(number)
        : "expected %s, or a point in time, as 2026-11-20T12:28:13Z; without zone it takes --zone, in another format --time-pattern"
            .formatted(number);
  }

  /** Seconds of a field; empty if it is no time. */
  Optional<BigDecimal> seconds(LogField field, String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    if (Numbers.real(text).isPresent() && !isShown(field, text)) {
      BigDecimal number = new BigDecimal(text);
      return Optional.of(number)
          .filter(value -> Math.abs(value.scale()) <= LONGEST)
          .map(value ->
              value.multiply(Quantities.seconds(units.getOrDefault(field, Duration.ofSeconds(1)))));
    }
    return field.isDuration() ? duration(text) : instant(text);
  }

  /** Whether it is a point in time by the pattern, which may have digits only. */
  private boolean isShown(LogField field, String text) {
    ParsePosition end = new ParsePosition(0);
    return isGiven
        && !field.isDuration()
        && format.parseUnresolved(text, end) != null
        && end.getIndex() == text.length();
  }

  private static Optional<BigDecimal> duration(String text) {
    Matcher clock = CLOCK.matcher(text);
    if (!clock.matches()) {
      return Quantities.duration(text).map(Quantities::seconds);
    }
    String days = clock.group(1) == null ? "0" : clock.group(1);
    long minutes =
        (Long.parseLong(days) * 24 + Long.parseLong(clock.group(2))) * 60
            + Long.parseLong(clock.group(3));
    return Optional.of(BigDecimal.valueOf(minutes * 60).add(new BigDecimal(clock.group(4))));
  }

  private Optional<BigDecimal> instant(String text) {
    try {
      TemporalAccessor time = format.parse(text);
      return (time.isSupported(ChronoField.INSTANT_SECONDS)
              ? Optional.of(Instant.from(time))
              : local(LocalDateTime.from(time)))
          .map(at ->
              BigDecimal.valueOf(at.getEpochSecond()).add(BigDecimal.valueOf(at.getNano(), 9)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * When clocks of the zone showed a time, the first of two times; empty if they never did, since
   * they were put forward.
   */
  private Optional<Instant> local(LocalDateTime shown) {
    List<ZoneOffset> offsets =
        zone.map(its -> its.getRules().getValidOffsets(shown)).orElse(List.of());
    twice += offsets.size() > 1 ? 1 : 0;
    return offsets.stream().findFirst().map(shown::toInstant);
  }
}
