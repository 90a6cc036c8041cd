package org.espalier.report;

import com.fasterxml.jackson.annotation.JsonValue;
import org.espalier.report.statistics.MeanInterval;
import org.jspecify.annotations.Nullable;

/**
 * A mean with the bounds of its 95 % confidence interval.
 *
 * <p>All three are NaN where there is nothing to report; only the bounds are NaN where there is no
 * interval, as after a single trial.
 *
 * @param mean sample mean
 * @param lower lower bound, at most the mean
 * @param upper upper bound, at least the mean
 */
public record Estimate(double mean, double lower, double upper) {

  /** Refuses infinite values, half an interval, and bounds that do not enclose the mean. */
  public Estimate {
    boolean infinite =
        Double.isInfinite(mean) || Double.isInfinite(lower) || Double.isInfinite(upper);
    boolean noInterval = Double.isNaN(lower) && Double.isNaN(upper);
    boolean enclosed = lower <= mean && mean <= upper;
    Check.that(
        !infinite && (noInterval || enclosed),
        "estimate of mean %s needs finite bounds around it, or none: [%s, %s]"
            .formatted(mean, lower, upper));
  }

  /** Returns a mean without an interval; NaN says that there is none. */
  public static Estimate ofMean(double mean) {
    return new Estimate(mean, Double.NaN, Double.NaN);
  }

  /** Returns a mean with an interval of the given half width. */
  public static Estimate of(double mean, double halfWidth) {
    return new Estimate(mean, mean - halfWidth, mean + halfWidth);
  }

  /** Returns a mean with its interval, as far as there are any. */
  public static Estimate of(MeanInterval interval) {
    return of(interval.mean(), interval.halfWidth());
  }

  /** The three numbers as a page holds them. */
  @JsonValue
  private @Nullable Double[] numbers() {
    return new @Nullable Double[] {numberOrNull(mean), numberOrNull(lower), numberOrNull(upper)};
  }

  private static @Nullable Double numberOrNull(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
