package org.espalier.simulator.engine;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.heuristic.MappingHeuristic;
import org.jspecify.annotations.Nullable;

/**
 * Sufferage as DISSERTATION 2.4.3 tells it, with no saving at all, to hold a faster one against: in
 * each round it measures every pair.
 */
final class PlainSufferage implements MappingHeuristic {
  private static final int NONE = -1;

  /** What a candidate asks for, and what it loses if it does not get it. */
  private record Request(Candidate candidate, int placement, double loss) {
    boolean comesBefore(Request other) {
      return loss > other.loss
          || (loss == other.loss && candidate.task().id() < other.candidate.task().id());
    }
  }

  @Override
  public void map(MappingSession session) {
    List<Candidate> waiting = new ArrayList<>(session.open());
    boolean asked = true;
    while (asked) {
      @Nullable Request[] granted = new Request[session.machines()];
      for (Candidate candidate : waiting) {
        int best = earliest(session, candidate, NONE);
        if (best != NONE) {
          Request request = new Request(candidate, best, loss(session, candidate, best));
          int machine = session.machineOf(best);
          Request other = granted[machine];
          if (other == null || request.comesBefore(other)) {
            granted[machine] = request;
          }
        }
      }
      asked = false;
      for (@Nullable Request request : granted) {
        if (request != null && session.admits(request.candidate, request.placement)) {
          session.assign(request.candidate, request.placement, Basis.of("plain", 0));
          waiting.remove(request.candidate);
          asked = true;
        }
      }
    }
  }

  private static double loss(MappingSession session, Candidate candidate, int best) {
    int second = earliest(session, candidate, session.machineOf(best));
    double kept = second == NONE ? 0 : session.expectedUtility(candidate, second);
    return session.expectedUtility(candidate, best) - kept;
  }

  /** The open choice where a candidate completes earliest, on another machine than one. */
  private static int earliest(MappingSession session, Candidate candidate, int but) {
    int earliest = NONE;
    for (int p = 0; p < session.placements(); p++) {
      if (session.machineOf(p) != but
          && session.hasRoom(p)
          && session.canRun(candidate, p)
          && session.admits(candidate, p)
          && (earliest == NONE || comesFirst(session, candidate, p, earliest))) {
        earliest = p;
      }
    }
    return earliest;
  }

  /** Where completions are cut at the deadline, equal ones are told apart by their chances. */
  private static boolean comesFirst(MappingSession session, Candidate candidate, int p, int other) {
    double soonest = session.expectedCompletion(candidate, other);
    double completion = session.expectedCompletion(candidate, p);
    return completion < soonest
        || (completion == soonest
            && session.rules().evicts()
            && session.chanceOfSuccess(candidate, p) > session.chanceOfSuccess(candidate, other));
  }
}
