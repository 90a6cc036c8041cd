package org.espalier.core.allocation;

/**
 * Why a candidate waits: it is expected to complete on a full machine by less than anywhere else.
 *
 * <p>Two numbers say so for as long as nothing happens to the machines concerned. The floor is a
 * bound from below on its expected completions on all machines with room; it holds until a machine
 * joins those with room ({@link Rooms}), since tails only move later. The ceiling is a bound from
 * above on the expected completion on the full machine, less the {@link MachineQueue#drift} of the
 * machine at that time; it holds for the composition of its queue.
 */
final class Wait {
  private double floor;
  private long floorStamp = Rooms.NEVER;
  private int machine;
  private long composition;
  private double ceiling;

  /** Whether the numbers kept decide that the candidate waits; brings the floor up to date. */
  boolean holds(MappingSession session, Rooms rooms, Candidate candidate) {
    MachineQueue queue = session.queue(machine);
    return queue.earlierTailsBound()
        && queue.composition() == composition
        && !queue.hasRoom()
        && ceiling + queue.drift() < floorNow(session, rooms, candidate);
  }

  private double floorNow(MappingSession session, Rooms rooms, Candidate candidate) {
    if (floorStamp != rooms.stamp()) {
      floor = Math.min(floor, rooms.floorOfThoseSince(floorStamp, session, candidate));
      floorStamp = rooms.stamp();
    }
    return floor;
  }

  /** Looks for a full machine to wait for; whether there is one. */
  boolean begins(MappingSession session, Rooms rooms, Candidate candidate) {
    floor = rooms.floorOfThoseSince(Rooms.NEVER, session, candidate);
    floorStamp = rooms.stamp();
    for (int m = 0; m < session.machines(); m++) {
      if (!session.hasRoom(m) && session.canRun(candidate, m)) {
        double most = session.expectedCompletionAtMost(candidate, m);
        if (most < floor) {
          MachineQueue queue = session.queue(m);
          machine = m;
          composition = queue.composition();
          ceiling = most - queue.drift();
          return true;
        }
      }
    }
    return false;
  }
}
