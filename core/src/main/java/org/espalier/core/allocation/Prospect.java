package org.espalier.core.allocation;

/**
 * What is known of the chances of success of a candidate on machines with room: that none was above
 * a level. It stays so until a machine joins those with room ({@link Rooms}), since tails only move
 * later. So a candidate that the pruner defers is passed over by one comparison for as long as
 * nothing happens that might raise its chances. Under PENDING nothing is known.
 */
final class Prospect {
  /** More than rounding can raise a chance that falls. */
  private static final double MARGIN = 2e-9;

  private double level = Double.POSITIVE_INFINITY;
  private long stamp = Rooms.NEVER;

  /** Whether there may be a machine with room that gives a candidate a chance above a level. */
  boolean mayBeAbove(double chance, MappingSession session, Rooms rooms, Candidate candidate) {
    double lower = chance - MARGIN;
    if (stamp == rooms.stamp() && lower >= level) {
      return false;
    }
    if (!session.queue(0).earlierTailsBound()) {
      return rooms.anyAbove(chance, Rooms.NEVER, session, candidate);
    }
    if (rooms.anyAbove(lower, lower < level ? Rooms.NEVER : stamp, session, candidate)) {
      return rooms.anyAbove(chance, Rooms.NEVER, session, candidate);
    }
    level = lower;
    stamp = rooms.stamp();
    return false;
  }
}
