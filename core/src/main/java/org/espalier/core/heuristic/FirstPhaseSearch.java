package org.espalier.core.heuristic;

import java.util.Arrays;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Finds the best machine for a candidate, looking closely at as few machines as possible: each has
 * a score at least its bound, so the machine with the lowest bound is measured next, and the search
 * ends when the best score found is below all bounds that are left.
 */
final class FirstPhaseSearch {
  private static final int NOT_MEASURED = -2;

  private final MappingSession session;
  private final FirstPhase machines;
  private final PairOrder order;
  private final boolean numbersAreDear;
  private final boolean[] looked;
  private final int[] bestOfSettled;
  private final double[] bounds;

  FirstPhaseSearch(MappingSession session, FirstPhase machines, PairOrder order) {
    this.session = session;
    this.machines = machines;
    this.order = order;
    this.numbersAreDear = session.event().rules().evicts();
    this.bestOfSettled = new int[session.system().taskTypes().size()];
    this.looked = new boolean[session.machines()];
    this.bounds = new double[session.machines()];
    lookAgain();
  }

  /**
   * A machine that surely comes before all others with room, so that the best one is it or one
   * without room; -1 if in doubt.
   */
  int preferredMachine(Candidate candidate) {
    return machines == FirstPhase.ALL_MACHINES && !order.isSettled(session, candidate)
        ? order.preferredMachine(session, candidate)
        : -1;
  }

  /** The first of the machines in the order, ties to the lower index; -1 if none is looked at. */
  int bestMachine(Candidate candidate) {
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
    for (int m = 0; m < bounds.length; m++) {
      boolean runs = looked[m] && session.canRun(candidate, m);
      bounds[m] = runs ? order.scoreAtLeast(session, candidate, m) : Double.NaN;
    }
    return search(candidate);
  }

  private int search(Candidate candidate) {
    int next = lowestBound();
    if (next >= 0 && (isAlone(next) || (numbersAreDear && isFarBelow(candidate, next)))) {
      return next;
    }
    int best = -1;
    double bestScore = Double.POSITIVE_INFINITY;
    while (next >= 0 && (best < 0 || bounds[next] <= bestScore)) {
      bounds[next] = Double.NaN;
      if (best < 0 || comesFirst(candidate, next, best)) {
        best = next;
        bestScore = order.score(session, candidate, next);
      }
      next = lowestBound();
    }
    return best;
  }

  private boolean isAlone(int machine) {
    for (int m = 0; m < bounds.length; m++) {
      if (m != machine && !Double.isNaN(bounds[m])) {
        return false;
      }
    }
    return true;
  }

  /** Whether the score of a machine is surely below all others. */
  private boolean isFarBelow(Candidate candidate, int machine) {
    double others = Double.POSITIVE_INFINITY;
    for (int m = 0; m < bounds.length; m++) {
      if (m != machine && bounds[m] < others) {
        others = bounds[m];
      }
    }
    return bounds[machine] < others && order.scoreAtMost(session, candidate, machine) < others;
  }

  /** Must be called again when queues have changed. */
  void lookAgain() {
    Arrays.fill(bestOfSettled, NOT_MEASURED);
    for (int m = 0; m < looked.length; m++) {
      looked[m] = session.hasRoom(m) || machines == FirstPhase.ALL_MACHINES;
    }
  }

  /** An infinite bound comes last, but it comes; NaN is for what is not looked at. */
  private int lowestBound() {
    int lowest = -1;
    double bound = Double.POSITIVE_INFINITY;
    for (int m = 0; m < bounds.length; m++) {
      if (bounds[m] < bound || (lowest < 0 && bounds[m] == bound)) {
        lowest = m;
        bound = bounds[m];
      }
    }
    return lowest;
  }

  private boolean comesFirst(Candidate candidate, int machine, int other) {
    int compared = order.compare(session, candidate, machine, candidate, other);
    return compared < 0 || (compared == 0 && machine < other);
  }
}
