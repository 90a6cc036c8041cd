package org.espalier.core.allocation;

import org.espalier.core.allocation.PlacementOrder.TailNumber;

/** What is asked of a search: the first placement in an order for a candidate. */
record PlacementQuestion(
    MappingState state, Candidate candidate, PlacementOrder order, Extent extent) {
  /** The answer if there is no placement. */
  static final int NONE = -1;

  /** Which placements count. */
  enum Extent {
    /** Placements with room. */
    WITH_ROOM,
    /**
     * All placements; but where a full one comes first, any full one will do that comes before all
     * with room.
     */
    ALL,
    /** All placements. */
    EXACTLY_ALL
  }

  /** Whether full placements count. */
  boolean ofAll() {
    return extent != Extent.WITH_ROOM;
  }

  /** Whether any full one will do that comes before all with room. */
  boolean anyFullWillDo() {
    return extent == Extent.ALL;
  }

  /**
   * Whether a placement with such a score or bound on it may be sure of success, and others too, so
   * that the expected completion decides.
   */
  boolean mayBeSure(double score) {
    return score <= PlacementOrder.SURE && soonerOfSureFirst();
  }

  /** Whether of those that are sure of success the one with the earliest completion comes first. */
  boolean soonerOfSureFirst() {
    return order.number() == TailNumber.CHANCE_OF_SUCCESS && order.soonerOfEqualFirst();
  }

  /** A bound on the expected completion, where a placement may be sure of success. */
  double completionOfSureAtLeast(int placement, double score) {
    return mayBeSure(score) ? completionAtLeast(placement) : Bound.UNKNOWN;
  }

  double completionAtLeast(int placement) {
    return state.expectedCompletionAtLeast(candidate, placement);
  }

  MachineQueue queue(int placement) {
    return state.queue(state.machineOf(placement));
  }

  /** Whether a placement on a machine counts. */
  boolean counts(MachineQueue queue) {
    return (ofAll() || queue.hasRoom()) && queue.canRun(candidate.task().type());
  }

  double score(int placement) {
    return order.score(state, candidate, placement);
  }

  double scoreAtLeast(int placement) {
    return order.scoreAtLeast(state, candidate, placement);
  }

  double scoreAtMost(int placement) {
    return order.scoreAtMost(state, candidate, placement);
  }

  boolean comesFirst(int placement, int other) {
    return order.comesFirst(state, candidate, placement, other);
  }
}
