package org.espalier.core.allocation;

import org.jspecify.annotations.Nullable;

/**
 * An order of the placements for a candidate, by a score of which the lowest comes first, and by
 * more where scores are equal. It has what a search for the first of them wants to know.
 */
public interface PlacementOrder {
  /** The score of a placement that is sure of success, where scores are chances. */
  double SURE = -1;

  /** A number of a pair that tails of queues bound, so that a group of machines has a bound too. */
  enum TailNumber {
    /** Chance of success, of which the highest comes first. */
    CHANCE_OF_SUCCESS,
    /** Expected completion, of which the lowest comes first. */
    EXPECTED_COMPLETION
  }

  /** The score of a placement. */
  double score(MappingState state, Candidate candidate, int placement);

  /** Not more than the score, and cheaper to find. */
  double scoreAtLeast(MappingState state, Candidate candidate, int placement);

  /** Not less than the score, and cheaper to find. */
  double scoreAtMost(MappingState state, Candidate candidate, int placement);

  /**
   * Whether one placement comes before another one; of two that are equal in everything, that with
   * the lower id does.
   */
  boolean comesFirst(MappingState state, Candidate candidate, int placement, int other);

  /** Which number the score is; null if it is another. */
  @Nullable TailNumber number();

  /**
   * Whether of two placements with equal scores that with the lower expected completion comes
   * first.
   */
  boolean soonerOfEqualFirst();
}
