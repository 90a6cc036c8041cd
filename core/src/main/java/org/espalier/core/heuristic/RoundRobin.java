package org.espalier.core.heuristic;

import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Maps candidates in order of arrival to one machine after the other that has room and can run it.
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
      int machine = nextMachine(session, candidate);
      if (machine >= 0) {
        next = (machine + 1) % session.machines();
        session.assign(candidate, machine, Basis.of("turn", machine));
      }
    }
  }

  private int nextMachine(MappingSession session, Candidate candidate) {
    for (int i = 0; i < session.machines(); i++) {
      int machine = (next + i) % session.machines();
      if (session.hasRoom(machine) && session.canRun(candidate, machine)) {
        return machine;
      }
    }
    return -1;
  }
}
