package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/** The choices that are open to a candidate: placements with room that all filters admit. */
record OpenChoices(PlacementLimit limit) {
  static final int NONE = -1;

  boolean isOpen(MappingSession session, Candidate candidate, int placement) {
    return isPossible(session, candidate, placement) && session.admits(candidate, placement);
  }

  /** Whether it would be open if it were not for filters. */
  boolean isPossible(MappingSession session, Candidate candidate, int placement) {
    return session.hasRoom(placement)
        && session.canRun(candidate, placement)
        && limit.allows(session, candidate, placement);
  }

  /** The open choice that comes first in an order, or {@link #NONE}. */
  int first(MappingSession session, Candidate candidate, PairOrder order) {
    return firstBut(session, candidate, order, NONE);
  }

  /** The same without one machine; {@link #NONE} leaves out none. */
  int firstBut(MappingSession session, Candidate candidate, PairOrder order, int machine) {
    int best = NONE;
    double lowest = Double.POSITIVE_INFINITY;
    for (int p = 0; p < session.placements(); p++) {
      if (session.machineOf(p) != machine && isOpen(session, candidate, p)) {
        double score = order.score(session, candidate, p);
        boolean tie = score == lowest && best != NONE;
        if (best == NONE
            || score < lowest
            || (tie && order.comesFirst(session, candidate, p, best))) {
          best = p;
          lowest = score;
        }
      }
    }
    return best;
  }
}
