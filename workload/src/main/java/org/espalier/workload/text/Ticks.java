package org.espalier.workload.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.espalier.workload.document.Quantities;

/**
 * Exact conversion between decimal numbers of a unit and ticks: a unit is {@code numerator /
 * denominator} ticks.
 *
 * @param numerator at least 1
 * @param denominator at least 1
 */
public record Ticks(long numerator, long denominator) {
  private static final int LONGEST = 40;
  private static final long NANOS = 1_000_000_000L;

  /** A unit of so many ticks. */
  public static Ticks perUnit(long ticks) {
    return new Ticks(ticks, 1);
  }

  /** The unit is the second. */
  public static Ticks perSecond(Duration tick) {
    return new Ticks(NANOS, tick.toNanos());
  }

  /**
   * How many ticks {@code text} units are; empty if it is no number or not a whole one of ticks.
   */
  public Optional<Long> parse(String text) {
    if (text.length() > LONGEST || !mayBeNumber(text)) {
      return Optional.empty();
    }
    try {
      return whole(new BigDecimal(text));
    } catch (ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether a text is worth parsing: exceptions are slow where a large file holds none. It has no
   * digits but 0 to 9.
   */
  private static boolean mayBeNumber(String text) {
    return !text.isEmpty()
        && "0123456789.-+".indexOf(text.charAt(0)) >= 0
        && text.chars().allMatch(character -> character < 128);
  }

  private Optional<Long> whole(BigDecimal units) {
    long scaled = units.multiply(BigDecimal.valueOf(numerator)).longValueExact();
    return scaled % denominator == 0 ? Optional.of(scaled / denominator) : Optional.empty();
  }

  /** How many ticks {@code units} are, not rounded. */
  public double of(double units) {
    return units * numerator / denominator;
  }

  /** Seconds of a time in ticks, without exponent or idle zeros. */
  public static String seconds(long ticks, Duration tick) {
    BigDecimal seconds =
        BigDecimal.valueOf(ticks).multiply(Quantities.seconds(tick)).stripTrailingZeros();
    return seconds.toPlainString();
  }
}
