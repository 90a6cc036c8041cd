package org.espalier.core.allocation;

/**
 * The placement on which a candidate is surely expected to complete sooner than on any other with
 * room.
 *
 * <p>Two numbers say so for as long as nothing happens to the machines concerned. The floor is a
 * bound from below on its expected completions on all other placements with room; it holds until a
 * machine joins those with room ({@link Rooms}), since tails only move later. The ceiling is a
 * bound from above on the expected completion on the preferred placement, less the {@link
 * MachineQueue#drift} of its machine at that time; it holds for the composition of its queue. Under
 * PENDING, where tails move sooner too, nothing is known.
 */
final class Preference {
  /** Returned where bounds do not decide. */
  static final int UNKNOWN = -1;

  private static final long NONE = 0;

  private int placement;
  private long composition;
  private double ceiling;
  private double floor = Double.POSITIVE_INFINITY;
  private long floorStamp = Rooms.NEVER;

  /** The preferred placement, with room or without; {@link #UNKNOWN} if bounds do not decide. */
  int placement(MappingSession session, Rooms rooms, Candidate candidate) {
    if (!session.unshownQueueOf(placement).earlierTailsBound()) {
      return UNKNOWN;
    }
    if (floorStamp != rooms.stamp()) {
      floor = Math.min(floor, rooms.floor(floorStamp, session, candidate, placement));
      floorStamp = rooms.stamp();
    }
    return isSooner(session, candidate) || begins(session, rooms, candidate) ? placement : UNKNOWN;
  }

  private boolean isSooner(MappingSession session, Candidate candidate) {
    MachineQueue queue = session.unshownQueueOf(placement);
    if (queue.composition() == composition && ceiling + queue.drift() < floor) {
      return true;
    }
    double most = session.expectedCompletionAtMost(candidate, placement);
    composition = queue.composition();
    ceiling = most - queue.drift();
    return most < floor;
  }

  /** Looks for a placement to prefer, with all that is known now; whether there is one. */
  private boolean begins(MappingSession session, Rooms rooms, Candidate candidate) {
    Rooms.Lowest lowest = rooms.lowest(session, candidate);
    for (int p = 0; p < session.placements(); p++) {
      if (!session.hasRoom(p) && begins(p, lowest.bound(), session, candidate)) {
        return true;
      }
    }
    return lowest.placement() >= 0
        && begins(lowest.placement(), lowest.boundOfOthers(), session, candidate);
  }

  private boolean begins(int with, double others, MappingSession session, Candidate candidate) {
    placement = with;
    composition = NONE;
    floor = others;
    return session.expectedCompletionAtLeast(candidate, with) < others
        && isSooner(session, candidate);
  }
}
