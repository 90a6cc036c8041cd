package org.espalier.core.heuristic;

import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Maps candidates in order of arrival to one machine after the other, in its fastest P-state, that
 * has room and can run it (DISSERTATION 2.4.2).
 */
public final class RoundRobin implements MappingHeuristic {
  /** The machines, in the order of their turns; empty for that of the system. */
  private final int[] order;

  private int next;

  /** Begins with the first machine. */
  public RoundRobin() {
    this(new int[0]);
  }

  /**
   * Goes round the machines in an order.
   *
   * @param order each machine of the system once
   */
  public RoundRobin(int... order) {
    this.order = order.clone();
  }

  @Override
  public void map(MappingSession session) {
    for (Candidate candidate : session.open()) {
      int turn = nextTurn(session, candidate);
      if (turn >= 0) {
        next = (turn + 1) % session.machines();
        session.assign(candidate, placement(session, turn), Basis.of("turn", turn));
      }
    }
  }

  private int nextTurn(MappingSession session, Candidate candidate) {
    for (int i = 0; i < session.machines(); i++) {
      int turn = (next + i) % session.machines();
      int placement = placement(session, turn);
      if (session.hasRoom(placement) && session.canRun(candidate, placement)) {
        return turn;
      }
    }
    return -1;
  }

  /** The fastest P-state of the machine whose turn it is. */
  private int placement(MappingSession session, int turn) {
    int machine = order.length == 0 ? turn : order[turn];
    return session.fastestPlacement(machine);
  }
}
