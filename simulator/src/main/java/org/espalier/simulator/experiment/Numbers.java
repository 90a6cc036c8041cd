package org.espalier.simulator.experiment;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/** Numbers as texts, the same in every locale. */
final class Numbers {
  private static final MathContext CSV_DIGITS = new MathContext(10);

  private Numbers() {}

  /** A number to ten digits; nothing for NaN. */
  static String forCsv(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    BigDecimal rounded = new BigDecimal(value).round(CSV_DIGITS).stripTrailingZeros();
    return rounded.signum() == 0 ? "0" : rounded.toPlainString();
  }

  /** A time in seconds, exactly. */
  static String seconds(long ticks, Duration tick) {
    BigDecimal seconds = BigDecimal.valueOf(tick.toNanos(), 9).multiply(BigDecimal.valueOf(ticks));
    return seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString();
  }

  /** A number with some decimals; a dash for NaN. */
  static String fixed(double value, int decimals) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
