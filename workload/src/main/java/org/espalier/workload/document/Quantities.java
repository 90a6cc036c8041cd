package org.espalier.workload.document;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Quantities with units, as users write them: {@code 3.5 s}, {@code 10 us}, {@code 133 W}. */
public final class Quantities {
  /** What a duration looks like, for messages. */
  public static final String DURATION_HINT =
      "a number and one of ns, us, ms, s, min, h, d, for example 3.5 s";

  /** What a power looks like, for messages. */
  public static final String POWER_HINT = "a number and one of mW, W, kW, MW, for example 133 W";

  /** What a size looks like, for messages. */
  public static final String SIZE_HINT =
      "a number and one of B, kB, MB, GB, KiB, MiB, GiB, for example 64 MiB";

  private static final Pattern QUANTITY =
      Pattern.compile("([0-9]{1,30}(?:\\.[0-9]{1,30})?)\\s*([A-Za-z\u00b5\u03bc]{1,3})");

  /** The greatest first. */
  private static final Map<String, BigDecimal> NANOS =
      units("d 864e11 h 36e11 min 6e10 s 1e9 ms 1e6 us 1e3 \u00b5s 1e3 \u03bcs 1e3 ns 1");

  private static final Map<String, BigDecimal> WATTS = units("mW 1e-3 W 1 kW 1e3 MW 1e6");
  private static final Map<String, BigDecimal> JOULES = units("J 1 kJ 1e3 MJ 1e6 GJ 1e9");
  private static final Map<String, BigDecimal> HERTZ = units("Hz 1 kHz 1e3 MHz 1e6 GHz 1e9");
  private static final Map<String, BigDecimal> BYTES =
      units("B 1 kB 1e3 MB 1e6 GB 1e9 KiB 1024 MiB 1048576 GiB 1073741824");

  private Quantities() {}

  /**
   * The time zone of a name, as {@code Europe/Zurich}, or an offset, as {@code +03:00}.
   *
   * @throws DateTimeException if there is none, and for {@code GMT+3}, which is east of Greenwich
   *     to Java and west of it to POSIX
   */
  public static ZoneId zone(String text) {
    if (text.matches("(?:UTC|GMT|UT)[+-].*[1-9].*")) {
      throw new DateTimeException(
          "the zone %s is east to some programs and west to others; give a place, as Europe/Zurich, or the offset, as +03:00 for three hours east"
              .formatted(text));
    }
    return ZoneId.of(text);
  }

  /**
   * So much in a time, as in {@code 2 h/d} or {@code 90/min}.
   *
   * @param amount the text before the slash
   * @param time the unit behind it
   */
  public record Per(String amount, Duration time) {
    /** The amount in a second, if it is a number. */
    public Optional<Double> perSecond() {
      return Numbers.real(amount).stream()
          .mapToObj(number -> number / (time.toNanos() / 1e9))
          .findFirst();
    }
  }

  /** Reads an amount in a time; empty if it has no slash, or no unit of time behind it. */
  public static Optional<Per> per(String text) {
    int slash = text.indexOf('/');
    return slash < 0
        ? Optional.empty()
        : duration("1 " + text.substring(slash + 1).strip())
            .map(time -> new Per(text.substring(0, slash).strip(), time));
  }

  /** Units by turns with what each is of the smallest, or of the usual one. */
  private static Map<String, BigDecimal> units(String text) {
    Map<String, BigDecimal> units = new LinkedHashMap<>();
    String[] words = text.split(" ");
    for (int i = 0; i < words.length; i += 2) {
      units.put(words[i], new BigDecimal(words[i + 1]));
    }
    return units;
  }

  /** A duration; empty if the text is none, or is not a whole number of nanoseconds. */
  public static Optional<Duration> duration(String text) {
    return whole(text, NANOS).map(Duration::ofNanos);
  }

  /** A power in watts; empty if the text is none. */
  public static Optional<Double> watts(String text) {
    return quantity(text, WATTS).map(BigDecimal::doubleValue);
  }

  /** An energy in joules; empty if the text is none. */
  public static Optional<Double> joules(String text) {
    return quantity(text, JOULES).map(BigDecimal::doubleValue);
  }

  /** A size in bytes; empty if the text is none, or is not a whole number of bytes. */
  public static Optional<Long> bytes(String text) {
    return whole(text, BYTES);
  }

  /** A frequency in hertz; empty if the text is none, or is not a whole number of hertz. */
  public static Optional<Long> hertz(String text) {
    return whole(text, HERTZ);
  }

  private static Optional<Long> whole(String text, Map<String, BigDecimal> units) {
    return quantity(text, units)
        .filter(number -> number.stripTrailingZeros().scale() <= 0)
        .map(BigDecimal::toBigInteger)
        .filter(number -> number.bitLength() < Long.SIZE)
        .map(BigInteger::longValueExact);
  }

  private static Optional<BigDecimal> quantity(String text, Map<String, BigDecimal> units) {
    Matcher matcher = QUANTITY.matcher(text.strip());
    if (!matcher.matches() || !units.containsKey(matcher.group(2))) {
      return Optional.empty();
    }
    return Optional.of(new BigDecimal(matcher.group(1)).multiply(units.get(matcher.group(2))));
  }

  /** A duration as users write it, in the greatest unit of s, ms, us, ns that keeps it whole. */
  public static String text(Duration duration) {
    return inGreatest(Set.of("s", "ms", "us", "ns"), duration);
  }

  /** A duration as users write it, in the greatest of all units that keeps it whole. */
  public static String inGreatestUnit(Duration duration) {
    return inGreatest(NANOS.keySet(), duration);
  }

  private static String inGreatest(Set<String> units, Duration duration) {
    BigInteger nanos = BigInteger.valueOf(duration.toNanos());
    for (Map.Entry<String, BigDecimal> unit : NANOS.entrySet()) {
      BigInteger[] parts = nanos.divideAndRemainder(unit.getValue().toBigInteger());
      if (parts[1].signum() == 0 && units.contains(unit.getKey())) {
        return "%s %s".formatted(parts[0], unit.getKey());
      }
    }
    throw new IllegalStateException("no duration is less than a nanosecond");
  }

  /** A duration in seconds, exactly. */
  public static BigDecimal seconds(Duration duration) {
    return BigDecimal.valueOf(duration.toNanos(), 9);
  }
}
