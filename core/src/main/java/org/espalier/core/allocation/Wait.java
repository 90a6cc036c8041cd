package org.espalier.core.allocation;

/**
 * Why a candidate waits: it is expected to complete sooner on a full machine than on any with room.
 *
 * <p>Two numbers say so for as long as nothing happens to the machines concerned. The floor is a
 * bound from below on its expected completions on all machines with room; it holds until a machine
 * joins those with room ({@link Rooms}), since tails only move later. The ceiling is a bound from
 * above on the expected completion on the full machine, less the {@link MachineQueue#drift} of the
 * machine at that time; it holds for the composition of its queue. Under PENDING, where tails move
 * sooner too, nothing is kept.
 */
final class Wait {
  private double floor = Double.POSITIVE_INFINITY;
  private long floorStamp = Rooms.NEVER;
  private int machine;
  private long composition;
  private double ceiling;

  /** Whether the candidate surely waits; false if bounds do not decide. */
  boolean isSure(MappingSession session, Rooms rooms, Candidate candidate) {
    if (!session.queue(machine).earlierTailsBound()) {
      return begins(session, candidate, rooms.floor(Rooms.NEVER, session, candidate));
    }
    double ofNew = rooms.floor(floorStamp, session, candidate);
    double now = Math.min(floor, ofNew);
    if (!holds(session, now) && !begins(session, candidate, now)) {
      if (ofNew <= floor) {
        return false;
      }
      now = rooms.floor(Rooms.NEVER, session, candidate);
      if (!begins(session, candidate, now)) {
        return false;
      }
    }
    floor = now;
    floorStamp = rooms.stamp();
    return true;
  }

  private boolean holds(MappingSession session, double floorNow) {
    MachineQueue queue = session.queue(machine);
    return queue.composition() == composition
        && !queue.hasRoom()
        && ceiling + queue.drift() < floorNow;
  }

  /** Looks for a full machine to wait for, first where it waited before; whether there is one. */
  private boolean begins(MappingSession session, Candidate candidate, double floorNow) {
    int before = machine;
    if (isSoonerOn(before, session, candidate, floorNow)) {
      return true;
    }
    for (int m = 0; m < session.machines(); m++) {
      if (m != before && isSoonerOn(m, session, candidate, floorNow)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSoonerOn(
      int full, MappingSession session, Candidate candidate, double floorNow) {
    MachineQueue queue = session.queue(full);
    if (queue.hasRoom() || session.expectedCompletionAtLeast(candidate, full) >= floorNow) {
      return false;
    }
    double most = session.expectedCompletionAtMost(candidate, full);
    if (!(most < floorNow)) {
      return false;
    }
    machine = full;
    composition = queue.composition();
    ceiling = most - queue.drift();
    return true;
  }
}
