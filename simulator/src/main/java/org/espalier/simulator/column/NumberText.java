package org.espalier.simulator.column;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import org.espalier.report.statistics.MeanInterval;

/** Numbers as texts, the same in every locale. */
public final class NumberText {
  private static final MathContext CSV_DIGITS = new MathContext(10);

  /** Numbers below it have no digit in three decimals. */
  private static final double SMALL = 0.0005;

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
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    return Double.isNaN(value) ? "-" : text.replaceFirst("^-(?=[0.]+$)", "");
  }

  /** A number with three decimals, or three digits where it is too small for these. */
  public static String ofAnySize(double value) {
    boolean isSmall = value != 0 && Math.abs(value) < SMALL;
    return isSmall ? String.format(Locale.ROOT, "%.3g", value) : fixed(value, 3);
  }

  /** A mean with half its interval, if it has one. */
  public static String interval(MeanInterval interval, int decimals) {
    String mean = fixed(interval.mean(), decimals);
    return interval.count() < 2
        ? mean
        : "%s ± %4s".formatted(mean, fixed(interval.halfWidth(), decimals));
  }

  /** The same; where only some of the trials have it, with how many these are. */
  public static String interval(MeanInterval interval, int decimals, int trials) {
    String text = interval(interval, decimals);
    int count = interval.count();
    return count == 0 || count == trials ? text : "%s (%s of %s)".formatted(text, count, trials);
  }

  /** The same of a difference, which has a sign. */
  public static String difference(MeanInterval interval, int decimals, int trials) {
    return (interval.mean() > 0 ? "+" : "") + interval(interval, decimals, trials);
  }

  /** A share of 1 in whole percent, of which only 0 and 1 are 0 and 100 %. */
  public static String percent(double share) {
    boolean isNearlyAll = share >= 0.995 && share < 1;
    String text = share > 0 && share < 0.005 ? "< 1" : isNearlyAll ? "> 99" : fixed(100 * share, 0);
    return text + " %";
  }
}
