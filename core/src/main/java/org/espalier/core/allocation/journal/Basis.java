package org.espalier.core.allocation.journal;

import java.util.Locale;

/**
 * The number a decision was based on.
 *
 * @param measure what was measured, for example "chance of success"
 * @param value its value
 * @param limit what it was held against; NaN when it was held against other pairs only
 */
public record Basis(String measure, double value, double limit) {
  /** A number that was held against those of other pairs. */
  public static Basis of(String measure, double value) {
    return new Basis(measure, value, Double.NaN);
  }

  /** Whether values of a measure are points in time, in ticks. */
  public static boolean isMoment(String measure) {
    return switch (measure) {
      case "expected completion", "expected start", "ready time", "deadline" -> true;
      default -> false;
    };
  }

  /** Whether values of a measure are durations in ticks. */
  public static boolean isDuration(String measure) {
    return measure.equals("mean execution time");
  }

  @Override
  public String toString() {
    return Double.isNaN(limit)
        ? String.format(Locale.ROOT, "%s %.6g", measure, value)
        : String.format(Locale.ROOT, "%s %.6g against %.6g", measure, value, limit);
  }
}
