package org.espalier.core.heuristic;

import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Maps candidates in order of arrival to one placement after the other that has room and can run
 * it.
 */
public final class RoundRobin implements MappingHeuristic {
  private int next;

  /** Begins with the first machine. */
  public RoundRobin() {}

  @Override
  public MappingHeuristic copy() {
    RoundRobin copy = new RoundRobin();
    copy.next = next;
    return copy;
  }

  @Override
  public void map(MappingSession session) {
    for (Candidate candidate : session.open()) {
      int placement = nextPlacement(session, candidate);
      if (placement >= 0) {
        next = (placement + 1) % session.placements();
        session.assign(candidate, placement, Basis.of("turn", placement));
      }
    }
  }

  private int nextPlacement(MappingSession session, Candidate candidate) {
    for (int i = 0; i < session.placements(); i++) {
      int placement = (next + i) % session.placements();
      if (session.hasRoom(placement) && session.canRun(candidate, placement)) {
        return placement;
      }
    }
    return -1;
  }
}
