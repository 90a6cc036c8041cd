package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingState;

/**
 * A number of pairs of a candidate and a placement, such as one by which a heuristic ranks them.
 */
@FunctionalInterface
public interface PairNumber {
  /** The number for a candidate at the end of the queue of the placement's machine. */
  double of(MappingState state, Candidate candidate, int placement);
}
