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
 * @param mostPoints lattice points a distribution covers at most (more only if its prior does)
 */
public record LearningSettings(
    boolean enabled, double halfLife, double priorWeight, Publishing publishing, int mostPoints) {
  public LearningSettings {
    Objects.requireNonNull(publishing, "publishing");
    check(halfLife > 0 && Double.isFinite(halfLife), "half-life", halfLife, "above 0");
    check(priorWeight > 0 && Double.isFinite(priorWeight), "prior weight", priorWeight, "above 0");
    check(mostPoints >= 2, "greatest number of lattice points", mostPoints, "of at least 2");
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
   * Half-life 50, prior worth 20 completions, published after 10 completions and 5,000 ticks if
   * changed by 0.02, 2,000 points.
   */
  public static LearningSettings defaults() {
    return new LearningSettings(true, 50, 20, new Publishing(10, 5_000, 0.02), 2_000);
  }

  /** What is left of a weight after one further completion: 2^(-1/half-life). */
  double decay() {
    return Math.pow(2, -1 / halfLife);
  }

  private static void check(boolean holds, String what, Number value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(
          "the %s is %s; expected one %s".formatted(what, value, expected));
    }
  }
}
