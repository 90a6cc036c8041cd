package org.espalier.core.allocation;

import java.util.Arrays;

/**
 * Bounds from below on the scores of some placements, apart for those with room and for those
 * without. Where scores are chances of success, many placements are sure of it, and the expected
 * completion decides among them; so there is a bound on that too, for those that may be sure.
 */
final class Floors {
  /** Nothing is known. */
  static final double UNKNOWN = Double.NEGATIVE_INFINITY;

  private static final double NONE = Double.POSITIVE_INFINITY;

  private final double[] scores = new double[2];
  private final double[] completionsOfSure = new double[2];

  private static int kind(boolean room) {
    return room ? 0 : 1;
  }

  /** There are no placements below which they are floors. */
  void clear() {
    Arrays.fill(scores, NONE);
    Arrays.fill(completionsOfSure, NONE);
  }

  /** Nothing is known of placements without room. */
  void forgetFull() {
    lower(false, UNKNOWN, UNKNOWN);
  }

  void set(Floors other) {
    System.arraycopy(other.scores, 0, scores, 0, scores.length);
    System.arraycopy(other.completionsOfSure, 0, completionsOfSure, 0, completionsOfSure.length);
  }

  /** Takes so much off the bounds on expected completions. */
  void lowerCompletions(double by) {
    for (int kind = 0; kind < completionsOfSure.length; kind++) {
      completionsOfSure[kind] -= by;
    }
  }

  /** Not more than the scores. */
  double score(boolean room) {
    return scores[kind(room)];
  }

  /**
   * Not more than the expected completions of those that may be sure of success; unknown if scores
   * are no chances.
   */
  double completionOfSure(boolean room) {
    return completionsOfSure[kind(room)];
  }

  /** Lowers them to those of placements with these bounds. */
  void lower(boolean room, double score, double completion) {
    int kind = kind(room);
    scores[kind] = Math.min(scores[kind], score);
    if (score <= PlacementOrder.SURE) {
      completionsOfSure[kind] = Math.min(completionsOfSure[kind], completion);
    }
  }

  /** Lowers them to others. */
  void lower(Floors others, boolean room) {
    int kind = kind(room);
    scores[kind] = Math.min(scores[kind], others.scores[kind]);
    completionsOfSure[kind] = Math.min(completionsOfSure[kind], others.completionsOfSure[kind]);
  }

  /** Whether placements with these bounds would lower them. */
  boolean areLoweredBy(boolean room, double score, double completion) {
    int kind = kind(room);
    return score < scores[kind]
        || (score <= PlacementOrder.SURE && completion < completionsOfSure[kind]);
  }
}
