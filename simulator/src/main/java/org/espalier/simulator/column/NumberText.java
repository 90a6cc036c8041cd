package org.espalier.simulator.column;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import org.espalier.report.statistics.MeanInterval;

/** Numbers as texts, the same in every locale. */
public final class NumberText {
  private static final MathContext CSV_DIGITS = new MathContext(10);

  private NumberText() {}

  /** A number to ten digits; nothing for NaN. */
  public static String forCsv(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    BigDecimal rounded = new BigDecimal(value).round(CSV_DIGITS).stripTrailingZeros();
    return rounded.signum() == 0 ? "0" : rounded.toPlainString();
  }

  /** A mean and half its interval, as {@link #forCsv(double)} has numbers. */
  public static List<String> forCsv(MeanInterval interval) {
    return List.of(forCsv(interval.mean()), forCsv(interval.halfWidth()));
  }

  /** A number with some decimals; a dash for NaN. */
  public static String fixed(double value, int decimals) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** A mean with half its interval, if it has one. */
  public static String interval(MeanInterval interval, int decimals) {
    String mean = fixed(interval.mean(), decimals);
    return interval.count() < 2
        ? mean
        : "%s ± %4s".formatted(mean, fixed(interval.halfWidth(), decimals));
  }

  /** A share of 1 in whole percent. */
  public static String percent(double share) {
    return fixed(100 * share, 0) + " %";
  }
}
