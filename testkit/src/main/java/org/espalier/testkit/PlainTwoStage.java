package org.espalier.testkit;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.PairOrder;

/**
 * The two-stage heuristic as DISSERTATION 2.4.3 tells it, with no saving at all, to hold faster
 * ones against: it measures every pair, for every task that it maps anew.
 *
 * @param firstStage order of the placements for a candidate, ties to the lower id
 * @param secondStage order of the pairs, ties to the lower task id
 */
public record PlainTwoStage(PairOrder firstStage, PairOrder secondStage)
    implements MappingHeuristic {
  private record Pair(Candidate candidate, int placement) {}

  @Override
  public void map(MappingSession session) {
    List<Candidate> waiting = new ArrayList<>(session.open());
    while (true) {
      Pair first = null;
      for (Candidate candidate : waiting) {
        int best = best(session, candidate);
        Pair pair = new Pair(candidate, best);
        if (best >= 0 && (first == null || comesBefore(session, pair, first))) {
          first = pair;
        }
      }
      if (first == null) {
        return;
      }
      session.assign(first.candidate, first.placement, Basis.of("plain", 0));
      waiting.remove(first.candidate);
    }
  }

  private int best(MappingSession session, Candidate candidate) {
    int best = -1;
    for (int p = 0; p < session.placements(); p++) {
      if (session.hasRoom(p)
          && session.canRun(candidate, p)
          && session.admits(candidate, p)
          && (best < 0 || firstStage.compare(session, candidate, p, candidate, best) < 0)) {
        best = p;
      }
    }
    return best;
  }

  private boolean comesBefore(MappingSession session, Pair pair, Pair other) {
    double score = secondStage.score(session, pair.candidate, pair.placement);
    double least = secondStage.score(session, other.candidate, other.placement);
    return score < least
        || (score == least && pair.candidate.task().id() < other.candidate.task().id());
  }
}
