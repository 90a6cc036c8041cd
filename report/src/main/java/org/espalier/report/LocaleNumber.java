package org.espalier.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Numbers as browsers write them in English: the part of {@code toLocaleString} the page uses. */
final class LocaleNumber {
  private static final int DEFAULT_DECIMALS = 3;
  private static final String[] COMPACT = {"", "K", "M", "B", "T"};

  private LocaleNumber() {}

  /**
   * A number as text.
   *
   * @param leastDecimals at least as many decimals; -1 for the default
   * @param mostDecimals at most as many decimals; -1 for the default
   * @param digits at most as many significant digits, in place of decimals; -1 for no limit
   * @param notation {@code standard}, {@code compact} or {@code scientific}
   */
  static String text(
      double value, int leastDecimals, int mostDecimals, int digits, String notation) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.isNaN(value) ? "NaN" : value < 0 ? "-∞" : "∞";
    }
    BigDecimal rounded = rounded(new BigDecimal(value), digits);
    int least = Math.max(0, leastDecimals);
    int most = mostDecimals < 0 ? Math.max(DEFAULT_DECIMALS, least) : mostDecimals;
    return switch (notation) {
      case "compact" -> compact(rounded, least, digits < 0 ? most : Integer.MAX_VALUE);
      case "scientific" -> scientific(rounded);
      default -> plain(rounded, least, digits < 0 ? most : Integer.MAX_VALUE);
    };
  }

  private static BigDecimal rounded(BigDecimal value, int digits) {
    return digits < 0 ? value : value.round(new MathContext(digits, RoundingMode.HALF_UP));
  }

  private static String compact(BigDecimal value, int least, int most) {
    int thousands = Math.clamp((exponent(value)) / 3, 0, COMPACT.length - 1);
    return plain(value.movePointLeft(3 * thousands), least, most) + COMPACT[thousands];
  }

  private static String scientific(BigDecimal value) {
    int exponent = exponent(value);
    return plain(value.movePointLeft(exponent), 0, Integer.MAX_VALUE) + "E" + exponent;
  }

  private static int exponent(BigDecimal value) {
    return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
  }

  private static String plain(BigDecimal value, int least, int most) {
    DecimalFormat format =
        new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
    format.setMinimumFractionDigits(least);
    format.setMaximumFractionDigits(most);
    format.setRoundingMode(RoundingMode.HALF_UP);
    return format.format(value);
  }
}
