package org.espalier.core.heuristic;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.jspecify.annotations.Nullable;

/**
 * The first phase of one round: the best placement for each candidate. Candidates that are settled
 * differ in their type only, so one of each type is looked at.
 */
final class FirstPhaseChoice {
  /** Stands for the best placement of a candidate that surely cannot be mapped. */
  static final int PASSED_OVER = -2;

  private static final int NOT_LOOKED = -3;

  private final MappingSession session;
  private final boolean ofAll;
  private final PairOrder order;
  private final int[] bestOfSettled;

  FirstPhaseChoice(MappingSession session, FirstPhase machines, PairOrder order) {
    this.session = session;
    this.ofAll = machines == FirstPhase.ALL_MACHINES;
    this.order = order;
    this.bestOfSettled = new int[session.system().taskTypes().size()];
    Arrays.fill(bestOfSettled, NOT_LOOKED);
  }

  /**
   * The best placement for each candidate, or one of these: {@link #PASSED_OVER}, or -1 if there is
   * none. If a full one is the best, some full one that comes before all with room.
   *
   * <p>What a search finds for one candidate is of use for others of its type: with chances of
   * success for those with sooner deadlines, else for those with later ones. So it goes backwards
   * with chances, since later arrivals mostly have later deadlines.
   *
   * @param looksAtAll false to pass over those that surely cannot be mapped
   * @param mostSearches null is returned if the session has made more
   */
  int @Nullable [] best(List<Candidate> candidates, boolean looksAtAll, long mostSearches) {
    int[] best = new int[candidates.size()];
    for (int i = best.length - 1; !looksAtAll && i >= 0; i--) {
      best[i] = session.isMappable(candidates.get(i)) ? best[i] : PASSED_OVER;
    }
    boolean latestFirst = order.number() == TailNumber.CHANCE_OF_SUCCESS;
    for (int i = 0; i < best.length; i++) {
      int next = latestFirst ? best.length - 1 - i : i;
      if (session.searches() > mostSearches) {
        return null;
      }
      if (best[next] != PASSED_OVER) {
        best[next] = best(candidates.get(next));
      }
    }
    return best;
  }

  /** The best placement of one candidate. */
  int best(Candidate candidate) {
    int type = candidate.task().type();
    boolean isSettled = order.isSettled(session, candidate);
    if (isSettled && bestOfSettled[type] != NOT_LOOKED) {
      return bestOfSettled[type];
    }
    int best = session.bestPlacement(candidate, order, ofAll);
    bestOfSettled[type] = isSettled ? best : bestOfSettled[type];
    return best;
  }
}
