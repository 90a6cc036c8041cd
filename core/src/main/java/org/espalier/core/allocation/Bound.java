package org.espalier.core.allocation;

/**
 * A bound from below on some placements. Where scores are chances of success, many placements are
 * sure of it, and the expected completion decides among them; so there is a bound on that too.
 *
 * @param score not more than any of their scores
 * @param completion not more than the expected completion of any of them that may be sure of
 *     success; unknown if scores are no chances
 */
record Bound(double score, double completion) {
  /** A number of which nothing is known. */
  static final double UNKNOWN = Double.NEGATIVE_INFINITY;

  /** Where there is no placement. */
  static final Bound OF_NONE = new Bound(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Where nothing is known of the placements. */
  static final Bound OF_ANY = new Bound(UNKNOWN, UNKNOWN);

  /** The bound where a placement with such bounds is one of them. */
  Bound with(double otherScore, double otherCompletion) {
    return isLoweredBy(otherScore, otherCompletion)
        ? new Bound(
            Math.min(score, otherScore),
            otherScore <= PlacementOrder.SURE ? Math.min(completion, otherCompletion) : completion)
        : this;
  }

  /** The bound where expected completions may be so much sooner. */
  Bound sooner(double ticks) {
    return new Bound(score, completion - ticks);
  }

  /** Whether a placement with such bounds would lower it. */
  boolean isLoweredBy(double otherScore, double otherCompletion) {
    return otherScore < score
        || (otherScore <= PlacementOrder.SURE && otherCompletion < completion);
  }
}
