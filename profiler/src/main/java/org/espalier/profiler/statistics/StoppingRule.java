package org.espalier.profiler.statistics;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.report.statistics.MeanInterval;

/**
 * When a command has run often enough. It runs at least so many times (nine in DISSERTATION 8.5),
 * and then until the 95 % interval of the mean is narrow enough, until it has run the most times,
 * or until time is up, whichever comes first.
 *
 * @param least the least runs
 * @param most the most runs
 * @param precision half the width of the interval over the mean that is enough
 * @param time after which no run begins that is not one of the least
 */
public record StoppingRule(int least, int most, double precision, Duration time) {
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?)\\s*%");

  /** Nine to a hundred runs, 2 %, five minutes. */
  public static final StoppingRule DEFAULT = new StoppingRule(9, 100, 0.02, Duration.ofMinutes(5));

  /** A precision as users write it, {@code 2 %}; empty if the text is none, or it is 0. */
  public static Optional<Double> precision(String text) {
    Matcher matcher = PERCENT.matcher(text.strip());
    return matcher.matches()
        ? Optional.of(new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue())
            .filter(share -> share > 0)
        : Optional.empty();
  }

  /** Whether the values so far are enough. */
  public boolean isEnough(double[] values, Duration passed) {
    int n = values.length;
    return n >= least
        && (n >= most || precision(RunMean.of(values)) <= precision || passed.compareTo(time) >= 0);
  }

  /**
   * About how many runs it will have taken. The width of the interval falls with the root of the
   * runs, and time goes on as it did.
   */
  public int expected(double[] values, Duration passed) {
    int n = values.length;
    if (n < 2) {
      return least;
    }
    double ratio = precision(RunMean.of(values)) / precision;
    double byPrecision = n * ratio * ratio;
    double byTime = n * (double) time.toNanos() / Math.max(1, passed.toNanos());
    double wanted = Math.min(most, Math.min(byPrecision, byTime));
    return (int) Math.max(Math.max(n, least), Math.ceil(wanted));
  }

  /** Half the width over the mean; 0 where all values are equal, infinite of fewer than two. */
  static double precision(MeanInterval mean) {
    if (mean.count() < 2) {
      return Double.POSITIVE_INFINITY;
    }
    return mean.halfWidth() == 0 ? 0 : mean.halfWidth() / Math.abs(mean.mean());
  }
}
