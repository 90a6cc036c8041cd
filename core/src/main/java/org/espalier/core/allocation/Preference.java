package org.espalier.core.allocation;

/**
 * The machine on which a candidate is surely expected to complete sooner than on any other with
 * room.
 *
 * <p>Two numbers say so for as long as nothing happens to the machines concerned. The floor is a
 * bound from below on its expected completions on all other machines with room; it holds until a
 * machine joins those with room ({@link Rooms}), since tails only move later. The ceiling is a
 * bound from above on the expected completion on the preferred machine, less the {@link
 * MachineQueue#drift} of the machine at that time; it holds for the composition of its queue. Under
 * PENDING, where tails move sooner too, nothing is known.
 */
final class Preference {
  /** Returned where bounds do not decide. */
  static final int UNKNOWN = -1;

  private static final long NONE = 0;

  private int machine;
  private long composition;
  private double ceiling;
  private double floor = Double.POSITIVE_INFINITY;
  private long floorStamp = Rooms.NEVER;

  /** The preferred machine, with room or without; {@link #UNKNOWN} if bounds do not decide. */
  int machine(MappingSession session, Rooms rooms, Candidate candidate) {
    if (!session.unshownQueue(machine).earlierTailsBound()) {
      return UNKNOWN;
    }
    if (floorStamp != rooms.stamp()) {
      floor = Math.min(floor, rooms.floor(floorStamp, session, candidate, machine));
      floorStamp = rooms.stamp();
    }
    return isSooner(session, candidate) || begins(session, rooms, candidate) ? machine : UNKNOWN;
  }

  private boolean isSooner(MappingSession session, Candidate candidate) {
    MachineQueue queue = session.unshownQueue(machine);
    if (queue.composition() == composition && ceiling + queue.drift() < floor) {
      return true;
    }
    double most = session.expectedCompletionAtMost(candidate, machine);
    composition = queue.composition();
    ceiling = most - queue.drift();
    return most < floor;
  }

  /** Looks for a machine to prefer, with all that is known now; whether there is one. */
  private boolean begins(MappingSession session, Rooms rooms, Candidate candidate) {
    Rooms.Lowest lowest = rooms.lowest(session, candidate);
    for (int m = 0; m < session.machines(); m++) {
      if (!session.hasRoom(m) && begins(m, lowest.bound(), session, candidate)) {
        return true;
      }
    }
    return lowest.machine() >= 0
        && begins(lowest.machine(), lowest.boundOfOthers(), session, candidate);
  }

  private boolean begins(int with, double others, MappingSession session, Candidate candidate) {
    machine = with;
    composition = NONE;
    floor = others;
    return session.expectedCompletionAtLeast(candidate, with) < others
        && isSooner(session, candidate);
  }
}
