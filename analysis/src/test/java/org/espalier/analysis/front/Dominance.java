package org.espalier.analysis.front;

/** Which of two points is better (DISSERTATION 6.3.2). */
public final class Dominance {
  private Dominance() {}

  /** Whether a point is not worse than another in either objective, and better in one. */
  public static boolean dominates(Losses one, Losses other) {
    return weaklyDominates(one, other)
        && (one.first() < other.first() || one.second() < other.second());
  }

  /** Whether a point is not worse than another in either objective. */
  public static boolean weaklyDominates(Losses one, Losses other) {
    return one.first() <= other.first() && one.second() <= other.second();
  }
}
