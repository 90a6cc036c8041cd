package org.espalier.core.heuristic;

import java.util.Arrays;
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
    int[][] fastest = new int[session.system().taskTypes().size()][];
    for (Candidate candidate : session.open()) {
      int placement;
      if (looked < session.placements()) {
        int type = candidate.task().type();
        if (fastest[type] == null) {
          fastest[type] = fastest(session, candidate, looked);
        }
        placement = best(session, candidate, fastest[type]);
      } else {
        placement = session.bestPlacement(candidate, order, false);
      }
      if (placement >= 0) {
        double value = order.first().of(session, candidate, placement);
        session.assign(candidate, placement, Basis.of(order.first().name(), value));
      }
    }
  }

  /** The best of some placements; -1 if none is possible. */
  private int best(MappingSession session, Candidate candidate, int[] placements) {
    int best = -1;
    for (int p : placements) {
      if (session.hasRoom(p)
          && session.canRun(candidate, p)
          && (best < 0 || order.comesFirst(session, candidate, p, best))) {
        best = p;
      }
    }
    return best;
  }

  /** The placements that execute a candidate fastest, of equal ones those with the lowest ids. */
  private static int[] fastest(MappingSession session, Candidate candidate, int count) {
    double[] means = new double[session.placements()];
    Arrays.setAll(means, p -> session.meanExecutionTime(candidate, p));
    double[] sorted = means.clone();
    Arrays.sort(sorted);
    double slowest = sorted[count - 1];
    int faster = Math.toIntExact(Arrays.stream(sorted).filter(mean -> mean < slowest).count());
    int[] fastest = new int[count];
    int found = 0;
    int equal = 0;
    for (int p = 0; p < means.length; p++) {
      if (means[p] < slowest || (means[p] == slowest && equal++ < count - faster)) {
        fastest[found++] = p;
      }
    }
    return fastest;
  }
}
