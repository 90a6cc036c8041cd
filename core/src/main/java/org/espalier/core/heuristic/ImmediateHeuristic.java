package org.espalier.core.heuristic;

import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * An immediate-mode heuristic (THESIS 3.3.2): maps each candidate in order of arrival to the best
 * placement for it at once, without regard to other candidates. With unbounded machine queues every
 * task is mapped on arrival.
 *
 * <p>Ties: lower placement id. Stateless.
 */
public final class ImmediateHeuristic implements MappingHeuristic {
  private final PairOrder order;
  private final double bestShare;

  /**
   * A heuristic that looks at all placements with room.
   *
   * @param order order of the placements for a candidate
   */
  public ImmediateHeuristic(PairOrder order) {
    this(order, 1);
  }

  /**
   * A heuristic that looks only at the placements that execute the candidate fastest.
   *
   * @param order order of the placements for a candidate
   * @param bestShare share of the placements that are looked at, those with the lowest mean
   *     execution time, at least one; in (0, 1]
   */
  public ImmediateHeuristic(PairOrder order, double bestShare) {
    if (!(bestShare > 0 && bestShare <= 1)) {
      throw new IllegalArgumentException(
          "share of best placements is %s; expected (0, 1]".formatted(bestShare));
    }
    this.order = order;
    this.bestShare = bestShare;
  }

  @Override
  public void map(MappingSession session) {
    int looked = Math.max(1, (int) Math.round(bestShare * session.placements()));
    for (Candidate candidate : session.open()) {
      int placement = bestPlacement(session, candidate, looked);
      if (placement >= 0) {
        double value = order.first().of(session, candidate, placement);
        session.assign(candidate, placement, Basis.of(order.first().name(), value));
      }
    }
  }

  private int bestPlacement(MappingSession session, Candidate candidate, int looked) {
    int best = -1;
    for (int p = 0; p < session.placements(); p++) {
      if (session.hasRoom(p)
          && session.canRun(candidate, p)
          && isAmongFastest(session, candidate, p, looked)
          && (best < 0 || order.compare(session, candidate, p, candidate, best) < 0)) {
        best = p;
      }
    }
    return best;
  }

  /** Whether fewer than {@code count} placements execute the candidate faster. */
  private static boolean isAmongFastest(
      MappingSession session, Candidate candidate, int placement, int count) {
    if (count >= session.placements()) {
      return true;
    }
    double mean = session.meanExecutionTime(candidate, placement);
    int faster = 0;
    for (int p = 0; p < session.placements(); p++) {
      double other = session.meanExecutionTime(candidate, p);
      if (other < mean || (other == mean && p < placement)) {
        faster++;
      }
    }
    return faster < count;
  }
}
