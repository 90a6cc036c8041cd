package org.espalier.core.allocation;

/**
 * Bounds from below on the scores of some placements, apart for those with room and for those
 * without. Where scores are chances of success, many placements are sure of it, and the expected
 * completion decides among them; so there is a bound on that too, for those that may be sure.
 */
final class Floors {
  /** Nothing is known. */
  static final double UNKNOWN = Double.NEGATIVE_INFINITY;

  private static final double NONE = Double.POSITIVE_INFINITY;

  private double withRoom;
  private double full;
  private double completionWithRoom;
  private double completionOfFull;

  /** There are no placements below which they are floors. */
  void clear() {
    withRoom = NONE;
    full = NONE;
    completionWithRoom = NONE;
    completionOfFull = NONE;
  }

  /** Nothing is known of placements without room. */
  void forgetFull() {
    full = UNKNOWN;
    completionOfFull = UNKNOWN;
  }

  void set(Floors other) {
    withRoom = other.withRoom;
    full = other.full;
    completionWithRoom = other.completionWithRoom;
    completionOfFull = other.completionOfFull;
  }

  /** Takes so much off the bounds on expected completions. */
  void lowerCompletions(double by) {
    completionWithRoom -= by;
    completionOfFull -= by;
  }

  /** Not more than the scores. */
  double score(boolean room) {
    return room ? withRoom : full;
  }

  /**
   * Not more than the expected completions of those that may be sure of success; unknown if scores
   * are no chances.
   */
  double completionOfSure(boolean room) {
    return room ? completionWithRoom : completionOfFull;
  }

  /** Lowers them to those of placements with these bounds. */
  void lower(boolean room, double score, double completion) {
    double ofSure = score <= PlacementOrder.SURE ? completion : NONE;
    if (room) {
      withRoom = Math.min(withRoom, score);
      completionWithRoom = Math.min(completionWithRoom, ofSure);
    } else {
      full = Math.min(full, score);
      completionOfFull = Math.min(completionOfFull, ofSure);
    }
  }

  /** Lowers them to others. */
  void lower(Floors others, boolean room) {
    if (room) {
      withRoom = Math.min(withRoom, others.withRoom);
      completionWithRoom = Math.min(completionWithRoom, others.completionWithRoom);
    } else {
      full = Math.min(full, others.full);
      completionOfFull = Math.min(completionOfFull, others.completionOfFull);
    }
  }

  /** Whether placements with these bounds would lower them. */
  boolean areLoweredBy(boolean room, double score, double completion) {
    return score < score(room)
        || (score <= PlacementOrder.SURE && completion < completionOfSure(room));
  }
}
