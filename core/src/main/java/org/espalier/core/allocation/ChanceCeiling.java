package org.espalier.core.allocation;

/**
 * The ceiling of the chances of success of a candidate on machines with room: a level that none of
 * them was above. It holds until a machine opens ({@link PlacementIndex}), since tails only move
 * later, or under PENDING for so long as is known how much sooner they may be. So a candidate that
 * is deferred is passed over for as long as nothing happens that might raise its chances.
 */
final class ChanceCeiling {
  private double level = Double.POSITIVE_INFINITY;
  private long stamp = PlacementIndex.NEVER;

  /** One that was above when it was last looked for. */
  private int above = PlacementSearch.NONE;

  /** Whether there may be a machine with room that gives a candidate a chance above a level. */
  boolean mayBeAbove(double chance, MappingSession session, Candidate candidate) {
    double lower = chance - Candidate.CHANCE_MARGIN;
    PlacementSearch search = session.search();
    if (lower >= level && search.index().remembers(stamp)) {
      return anyOpenedAbove(lower, search, session, candidate);
    }
    if (above != PlacementSearch.NONE
        && session.hasRoom(above)
        && session.chanceOfSuccessAtMost(candidate, above) > lower) {
      return true;
    }
    above = search.above(session, candidate, lower);
    if (above == PlacementSearch.NONE) {
      level = search.ceiling();
      stamp = search.index().stamp();
    }
    return above != PlacementSearch.NONE;
  }

  private boolean anyOpenedAbove(
      double lower, PlacementSearch search, MappingSession session, Candidate candidate) {
    PlacementIndex index = search.index();
    while (stamp < index.stamp()) {
      stamp++;
      MachineQueue queue = session.unshownQueue(index.opened(stamp));
      if (!queue.hasRoom()) {
        continue;
      }
      for (int p = queue.firstPlacement(); p <= queue.lastPlacement(); p++) {
        if (search.isAbove(session, candidate, queue, p, lower)) {
          level = Double.POSITIVE_INFINITY;
          above = p;
          return true;
        }
        level = Math.max(level, search.ceiling());
      }
    }
    return false;
  }
}
