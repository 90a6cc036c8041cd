package org.espalier.core.heuristic;

import java.util.Arrays;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Finds the best placement for a candidate, looking closely at as few of them as possible: each has
 * a score at least its bound, so the one with the lowest bound is measured next, and the search
 * ends when the best score found is below all bounds that are left.
 */
final class FirstPhaseSearch {
  private static final int NOT_MEASURED = -2;

  private final MappingSession session;
  private final FirstPhase machines;
  private final PairOrder order;
  private final boolean numbersAreDear;
  private final int[] bestOfSettled;

  /** The placements to look at, in their order. */
  private final int[] looked;

  private int lookedAt;

  /** Those of them that a candidate can run on, with the bounds on their scores. */
  private final int[] runnable;

  private final double[] bounds;
  private int count;

  FirstPhaseSearch(MappingSession session, FirstPhase machines, PairOrder order) {
    this.session = session;
    this.machines = machines;
    this.order = order;
    this.numbersAreDear = session.event().rules().evicts();
    this.bestOfSettled = new int[session.system().taskTypes().size()];
    this.looked = new int[session.placements()];
    this.runnable = new int[session.placements()];
    this.bounds = new double[session.placements()];
    lookAgain();
  }

  /**
   * A placement that surely comes before all others with room, so that the best is it or one
   * without room; -1 if in doubt.
   */
  int preferredPlacement(Candidate candidate) {
    return machines == FirstPhase.ALL_MACHINES && !order.isSettled(session, candidate)
        ? order.preferredPlacement(session, candidate)
        : -1;
  }

  /** The first of the placements in the order, ties to the lower id; -1 if none is looked at. */
  int bestPlacement(Candidate candidate) {
    if (!order.isSettled(session, candidate)) {
      return measure(candidate);
    }
    int type = candidate.task().type();
    if (bestOfSettled[type] == NOT_MEASURED) {
      bestOfSettled[type] = measure(candidate);
    }
    return bestOfSettled[type];
  }

  private int measure(Candidate candidate) {
    count = 0;
    for (int i = 0; i < lookedAt; i++) {
      if (session.canRun(candidate, looked[i])) {
        runnable[count++] = looked[i];
      }
    }
    if (count <= 1) {
      return count == 0 ? -1 : runnable[0];
    }
    for (int i = 0; i < count; i++) {
      bounds[i] = order.scoreAtLeast(session, candidate, runnable[i]);
    }
    return search(candidate);
  }

  private int search(Candidate candidate) {
    int next = lowestBound();
    if (next >= 0 && numbersAreDear && isFarBelow(candidate, next)) {
      return runnable[next];
    }
    int best = -1;
    double bestScore = Double.POSITIVE_INFINITY;
    while (next >= 0 && (best < 0 || bounds[next] <= bestScore)) {
      int placement = runnable[next];
      bounds[next] = Double.NaN;
      if (best < 0 || comesFirst(candidate, placement, best)) {
        best = placement;
        bestScore = order.score(session, candidate, placement);
      }
      next = lowestBound();
    }
    return best;
  }

  /** Whether the score of a placement is surely below all others. */
  private boolean isFarBelow(Candidate candidate, int place) {
    double others = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      if (i != place && bounds[i] < others) {
        others = bounds[i];
      }
    }
    return bounds[place] < others
        && order.scoreAtMost(session, candidate, runnable[place]) < others;
  }

  /** Must be called again when queues have changed. */
  void lookAgain() {
    Arrays.fill(bestOfSettled, NOT_MEASURED);
    lookedAt = 0;
    for (int p = 0; p < session.placements(); p++) {
      if (session.hasRoom(p) || machines == FirstPhase.ALL_MACHINES) {
        looked[lookedAt++] = p;
      }
    }
  }

  /** An infinite bound comes last, but it comes; NaN is for what has been measured. */
  private int lowestBound() {
    int lowest = -1;
    double bound = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      if (bounds[i] < bound || (lowest < 0 && bounds[i] == bound)) {
        lowest = i;
        bound = bounds[i];
      }
    }
    return lowest;
  }

  private boolean comesFirst(Candidate candidate, int placement, int other) {
    int compared = order.compare(session, candidate, placement, candidate, other);
    return compared < 0 || (compared == 0 && placement < other);
  }
}
