package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Finds the best machine for a candidate, looking closely at as few machines as possible: each has
 * a score at least its bound, so the machine with the lowest bound is measured next, and the search
 * ends when the best score found is below all bounds that are left.
 */
final class FirstPhaseSearch {
  private final MappingSession session;
  private final FirstPhase machines;
  private final PairOrder order;
  private final boolean numbersAreDear;
  private final boolean[] room;
  private final boolean[] looked;
  private final double[] bounds;

  FirstPhaseSearch(MappingSession session, FirstPhase machines, PairOrder order) {
    this.session = session;
    this.machines = machines;
    this.order = order;
    this.numbersAreDear = session.event().rules().evicts();
    this.room = new boolean[session.machines()];
    this.looked = new boolean[session.machines()];
    this.bounds = new double[session.machines()];
    lookAgain();
  }

  /** The best machine if it has room, else -1. */
  int bestMachineWithRoom(Candidate candidate) {
    if (machines == FirstPhase.ALL_MACHINES && order.surelyWaits(session, candidate)) {
      return -1;
    }
    int best = bestMachine(candidate);
    return best >= 0 && room[best] ? best : -1;
  }

  /** The first of the machines in the order, ties to the lower index; -1 if none is looked at. */
  int bestMachine(Candidate candidate) {
    for (int m = 0; m < bounds.length; m++) {
      boolean runs = looked[m] && session.canRun(candidate, m);
      bounds[m] = runs ? order.scoreAtLeast(session, candidate, m) : Double.NaN;
    }
    return search(candidate);
  }

  private int search(Candidate candidate) {
    int next = lowestBound();
    if (next >= 0 && numbersAreDear && isFarBelow(candidate, next)) {
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
    for (int m = 0; m < looked.length; m++) {
      room[m] = session.hasRoom(m);
      looked[m] = room[m] || machines == FirstPhase.ALL_MACHINES;
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
