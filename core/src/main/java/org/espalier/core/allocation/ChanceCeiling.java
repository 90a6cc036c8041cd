package org.espalier.core.allocation;

/**
 * The ceiling of the chances of success of a candidate on machines with room: a level that none of
 * them was above. It holds until a machine joins those with room ({@link Rooms}), since tails only
 * move later. So a candidate that is deferred is passed over by one comparison for as long as
 * nothing happens that might raise its chances. Under PENDING nothing is known.
 */
final class ChanceCeiling {
  private double level = Double.POSITIVE_INFINITY;
  private long stamp = Rooms.NEVER;

  /** Whether there may be a machine with room that gives a candidate a chance above a level. */
  boolean mayBeAbove(double chance, MappingSession session, Candidate candidate) {
    Rooms rooms = session.rooms();
    double lower = chance - Candidate.CHANCE_MARGIN;
    long since = lower >= level ? stamp : Rooms.NEVER;
    if (since == rooms.stamp()) {
      return false;
    }
    if (rooms.anyAbove(lower, since, session, candidate)) {
      return rooms.anyAbove(chance, since, session, candidate);
    }
    if (session.unshownQueue(0).earlierTailsBound()) {
      level = lower;
      stamp = rooms.stamp();
    }
    return false;
  }
}
