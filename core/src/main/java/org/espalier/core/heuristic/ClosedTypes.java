package org.espalier.core.heuristic;

import java.util.BitSet;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Task types that have no open choice any more in a mapping event, where the type alone decides.
 * Choices only close while tasks are mapped. So a long queue of tasks that a filter refuses costs
 * no look at all machines for each of them.
 */
final class ClosedTypes {
  private final BitSet types = new BitSet();
  private final boolean typeDecides;

  ClosedTypes(MappingSession session) {
    this.typeDecides = session.filtersMindTypeOnly();
  }

  /** Whether no choice is open to a candidate, as far as is known. */
  boolean contain(Candidate candidate) {
    return types.get(candidate.task().type());
  }

  /** No choice is open to a candidate. */
  void add(Candidate candidate) {
    if (typeDecides) {
      types.set(candidate.task().type());
    }
  }
}
