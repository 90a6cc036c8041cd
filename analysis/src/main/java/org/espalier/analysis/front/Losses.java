package org.espalier.analysis.front;

/**
 * A point of two objectives that are both to be small: one to be large is negated.
 *
 * @param first of the first objective
 * @param second of the second objective
 */
public record Losses(double first, double second) {
  public Losses {
    if (Double.isNaN(first) || Double.isNaN(second)) {
      throw new IllegalArgumentException(
          "the point (%s, %s) has a coordinate that is no number".formatted(first, second));
    }
  }

  /** Whether it is not worse in either objective and better in one (DISSERTATION 6.3.2). */
  public boolean dominates(Losses other) {
    return weaklyDominates(other) && (first < other.first || second < other.second);
  }

  /** Whether it is not worse in either objective. */
  public boolean weaklyDominates(Losses other) {
    return first <= other.first && second <= other.second;
  }
}
