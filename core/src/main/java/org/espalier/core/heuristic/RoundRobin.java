package org.espalier.core.heuristic;

import java.util.Optional;
import java.util.function.IntFunction;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;

/** Goes round the machines, each in its fastest P-state. */
final class RoundRobin implements PlacementChoice {
  private final IntFunction<int[]> orders;
  private int[] order = {};
  private int next;

  /**
   * Goes round in an order.
   *
   * @param orders given how many machines there are, these in the order of their turns
   */
  RoundRobin(IntFunction<int[]> orders) {
    this.orders = orders;
  }

  @Override
  public Optional<Chosen> of(MappingSession session, Candidate candidate) {
    if (order.length != session.machines()) {
      order = orders.apply(session.machines());
    }
    for (int i = 0; i < session.machines(); i++) {
      int turn = (next + i) % session.machines();
      int placement = session.fastestPlacement(order[turn]);
      if (session.hasRoom(placement) && session.canRun(candidate, placement)) {
        next = (turn + 1) % session.machines();
        return Optional.of(new Chosen(placement, Basis.of("turn", turn)));
      }
    }
    return Optional.empty();
  }
}
