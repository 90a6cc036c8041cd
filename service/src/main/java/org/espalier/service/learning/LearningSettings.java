package org.espalier.service.learning;

import java.util.Objects;

/**
 * How execution times are learned.
 *
 * @param enabled whether they are learned at all
 * @param halfLife after how many further completions of its cell a completion counts half; 50 gives
 *     the newest one a weight of 1 - 2^(-1/50) = 1.4 % in the long run
 * @param priorWeight how many completions the prior counts for
 * @param publishing when a distribution is believed
 * @param drift when a change is noticed
 * @param mostPoints lattice points a distribution covers at most (more only if its prior does)
 * @param calibrationHalfLife after how many further tasks of its bin a task counts half in the
 *     reliability diagram; infinite if all count alike
 */
public record LearningSettings(
    boolean enabled,
    double halfLife,
    double priorWeight,
    Publishing publishing,
    Drift drift,
    int mostPoints,
    double calibrationHalfLife) {
  public LearningSettings {
    Objects.requireNonNull(publishing, "publishing");
    Objects.requireNonNull(drift, "drift");
    check(halfLife > 0 && Double.isFinite(halfLife), "half-life", halfLife, "above 0");
    check(priorWeight > 0 && Double.isFinite(priorWeight), "prior weight", priorWeight, "above 0");
    check(mostPoints >= 2, "greatest number of lattice points", mostPoints, "of at least 2");
    check(calibrationHalfLife > 0, "half-life of calibration", calibrationHalfLife, "above 0");
  }

  /**
   * When a learned distribution takes the place of the one believed: when all three hold.
   *
   * @param completions new completions of the cell, at least
   * @param ticks ticks since the cell's last publication, at least
   * @param change Kolmogorov distance (greatest difference of the cumulative distributions) from
   *     what is believed, more than
   */
  public record Publishing(int completions, long ticks, double change) {
    public Publishing {
      check(completions >= 1, "number of new completions", completions, "of at least 1");
      check(ticks >= 0, "number of ticks between publications", ticks, "of at least 0");
      check(change >= 0 && change < 1, "least change", change, "in [0, 1)");
    }
  }

  /**
   * When a change of execution times is noticed.
   *
   * @param window how many of the latest completions are compared with the model before them
   * @param level chance at most that a change is noticed within one window of completions though
   *     there is none
   */
  public record Drift(int window, double level) {
    public Drift {
      check(window >= 10, "window of the drift test", window, "of at least 10 completions");
      check(level > 0 && level < 1, "level of the drift test", level, "in (0, 1)");
    }
  }

  /**
   * Half-life 50, prior worth 20 completions, published after 10 completions and 5,000 ticks if
   * changed by 0.02, drift at 0.001 over windows of 50, 2,000 points, calibration never forgotten.
   */
  public static LearningSettings defaults() {
    return new LearningSettings(
        true,
        50,
        20,
        new Publishing(10, 5_000, 0.02),
        new Drift(50, 0.001),
        2_000,
        Double.POSITIVE_INFINITY);
  }

  /**
   * The half-life with which the newest completion has a weight in the long run: ln 2 / -ln(1 -
   * weight).
   *
   * @param weight in (0, 1); 0.02 gives 34.3
   */
  public static double halfLifeOf(double weight) {
    check(weight > 0 && weight < 1, "weight of the newest completion", weight, "in (0, 1)");
    return Math.log(2) / -Math.log1p(-weight);
  }

  /** What is left of a weight after one further completion: 2^(-1/half-life). */
  double decay() {
    return decay(halfLife);
  }

  /** What is left of a weight after one further completion: 2^(-1/half-life). */
  static double decay(double halfLife) {
    return Math.pow(2, -1 / halfLife);
  }

  private static void check(boolean holds, String what, Number value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(
          "the %s is %s; expected one %s".formatted(what, value, expected));
    }
  }
}
