package org.espalier.core.heuristic;

import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * An immediate-mode heuristic (THESIS 3.3.2): maps each candidate in order of arrival to the best
 * machine for it at once, without regard to other candidates. With unbounded machine queues every
 * task is mapped on arrival.
 *
 * <p>Ties: lower machine index. Stateless.
 */
public final class ImmediateHeuristic implements MappingHeuristic {
  private final PairOrder order;
  private final double bestShare;

  /**
   * A heuristic that looks at all machines with room.
   *
   * @param order order of the machines for a candidate
   */
  public ImmediateHeuristic(PairOrder order) {
    this(order, 1);
  }

  /**
   * A heuristic that looks only at the machines that execute the candidate fastest.
   *
   * @param order order of the machines for a candidate
   * @param bestShare share of the machines that are looked at, those with the lowest mean execution
   *     time, at least one; in (0, 1]
   */
  public ImmediateHeuristic(PairOrder order, double bestShare) {
    if (!(bestShare > 0 && bestShare <= 1)) {
      throw new IllegalArgumentException(
          "share of best machines is %s; expected (0, 1]".formatted(bestShare));
    }
    this.order = order;
    this.bestShare = bestShare;
  }

  @Override
  public void map(MappingSession session) {
    int looked = Math.max(1, (int) Math.round(bestShare * session.machines()));
    for (Candidate candidate : session.open()) {
      int machine = bestMachine(session, candidate, looked);
      if (machine >= 0) {
        double value = order.first().of(session, candidate, machine);
        session.assign(candidate, machine, Basis.of(order.first().name(), value));
      }
    }
  }

  private int bestMachine(MappingSession session, Candidate candidate, int looked) {
    int best = -1;
    for (int m = 0; m < session.machines(); m++) {
      if (session.hasRoom(m)
          && session.canRun(candidate, m)
          && isAmongFastest(session, candidate, m, looked)
          && (best < 0 || order.compare(session, candidate, m, candidate, best) < 0)) {
        best = m;
      }
    }
    return best;
  }

  /** Whether fewer than {@code count} machines execute the candidate faster. */
  private static boolean isAmongFastest(
      MappingSession session, Candidate candidate, int machine, int count) {
    if (count >= session.machines()) {
      return true;
    }
    double mean = session.meanExecutionTime(candidate, machine);
    int faster = 0;
    for (int m = 0; m < session.machines(); m++) {
      double other = session.meanExecutionTime(candidate, m);
      if (other < mean || (other == mean && m < machine)) {
        faster++;
      }
    }
    return faster < count;
  }
}
