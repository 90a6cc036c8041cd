package org.espalier.core.heuristic;

import java.util.Optional;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;

/** Goes round the machines, each in its fastest P-state. */
final class RoundRobin implements PlacementChoice {
  /** The machines, in the order of their turns; empty for that of the system. */
  private final int[] order;

  private int next;

  RoundRobin(int... order) {
    this.order = order;
  }

  @Override
  public Optional<Chosen> of(MappingSession session, Candidate candidate) {
    for (int i = 0; i < session.machines(); i++) {
      int turn = (next + i) % session.machines();
      int placement = session.fastestPlacement(order.length == 0 ? turn : order[turn]);
      if (session.hasRoom(placement) && session.canRun(candidate, placement)) {
        next = (turn + 1) % session.machines();
        return Optional.of(new Chosen(placement, Basis.of("turn", turn)));
      }
    }
    return Optional.empty();
  }
}
