package org.espalier.core.pruning;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.rules.DeferringRule;

/**
 * Dynamic deferring (JOURNAL 5.3). The threshold follows the instantaneous robustness while the
 * system is oversubscribed. It falls by a constant while the system is not, or while no task is
 * competent.
 *
 * <p>Equation 10 is lost in print; the reading is that of {@link #next}.
 */
public final class DynamicDeferring implements Deferring {
  /** The default constant c of equation 10. */
  public static final double DEFAULT_STEP = 0.05;

  private final double step;
  private double threshold;

  /**
   * Deferring from an initial threshold.
   *
   * @param initial threshold before the first mapping event, in [0, 1]
   * @param step the constant c by which it is lowered, in [0, 1]
   */
  public DynamicDeferring(double initial, double step) {
    if (!(initial >= 0 && initial <= 1) || !(step >= 0 && step <= 1)) {
      throw new IllegalArgumentException(
          "dynamic deferring from %s by %s; expected both in [0, 1]".formatted(initial, step));
    }
    this.threshold = initial;
    this.step = step;
  }

  @Override
  public DeferringRule rule(MappingSession session, Fairness fairness) {
    threshold =
        next(
            threshold,
            session.open().size(),
            freeSlots(session),
            hasCompetent(session, fairness),
            instantaneousRobustness(session),
            step);
    return new Conceded(threshold, fairness, session);
  }

  /**
   * The next threshold. With selective factor S = unmapped / free slots and instantaneous
   * robustness psi: threshold - c where S &lt; 1 or no task is competent, otherwise psi - c; within
   * [0, 1].
   *
   * @param competent whether the best chance of success of any unmapped task exceeds the threshold
   */
  public static double next(
      double threshold, int unmapped, int freeSlots, boolean competent, double psi, double c) {
    boolean selective = unmapped >= freeSlots;
    double next = selective && competent ? psi - c : threshold - c;
    return Math.clamp(next, 0.0, 1.0);
  }

  private static int freeSlots(MappingSession session) {
    long slots = 0;
    for (int m = 0; m < session.machines(); m++) {
      slots += session.queue(m).freeSlots();
    }
    return (int) Math.min(slots, Integer.MAX_VALUE);
  }

  private boolean hasCompetent(MappingSession session, Fairness fairness) {
    for (Candidate candidate : session.open()) {
      double limit = fairness.concede(threshold, candidate.task(), session);
      for (int p = 0; p < session.placements(); p++) {
        if (session.chanceOfSuccessAtMost(candidate, p) > limit
            && session.chanceOfSuccess(candidate, p) > limit) {
          return true;
        }
      }
    }
    return false;
  }

  /** Mean chance of success of all tasks in machine queues (JOURNAL eq. 9); 0 if there are none. */
  private static double instantaneousRobustness(MappingSession session) {
    double sum = 0;
    int count = 0;
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      for (int i = 0; i < queue.size(); i++) {
        sum += queue.chanceOfSuccess(i);
      }
      count += queue.size();
    }
    return count == 0 ? 0 : sum / count;
  }
}
