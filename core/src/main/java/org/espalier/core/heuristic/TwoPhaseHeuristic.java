package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;

/**
 * A two-phase batch heuristic (THESIS 3.3.1). The first phase finds the best placement for each
 * candidate, the second the best candidate for each machine with room. These are assigned, at most
 * one to each machine, and the phases repeat until slots or candidates run out.
 *
 * <p>A candidate whose pair a filter refuses in the first phase is deferred until the next mapping
 * event, even if another placement becomes its best in a later round. Every pair is measured in
 * every round. The registry takes {@link FastTwoPhase}, which decides the same, unless it is asked
 * for the plain form.
 *
 * @param machines which machines the first phase looks at
 * @param firstPhase order of the placements for a candidate, ties to the lower id
 * @param secondPhase order of the candidates for a machine, ties to the earlier arrival
 */
public record TwoPhaseHeuristic(FirstPhase machines, PairOrder firstPhase, PairOrder secondPhase)
    implements MappingHeuristic {
  private record Pair(Candidate candidate, int placement) {}

  @Override
  public void map(MappingSession session) {
    List<Candidate> waiting = new ArrayList<>(session.open());
    Map<Integer, Pair> chosen;
    do {
      chosen = new TreeMap<>();
      for (Candidate candidate : List.copyOf(waiting)) {
        int best = bestPlacement(session, candidate);
        if (best >= 0 && session.hasRoom(best)) {
          if (session.admits(candidate, best)) {
            Pair pair = new Pair(candidate, best);
            chosen.merge(session.machineOf(best), pair, (a, b) -> comesFirst(session, b, a));
          } else {
            waiting.remove(candidate);
          }
        }
      }
      for (Pair pair : chosen.values()) {
        Basis basis = secondPhase.basis(session, pair.candidate, pair.placement);
        session.assign(pair.candidate, pair.placement, basis);
        waiting.remove(pair.candidate);
      }
    } while (!chosen.isEmpty());
  }

  private int bestPlacement(MappingSession session, Candidate candidate) {
    int best = -1;
    for (int p = 0; p < session.placements(); p++) {
      boolean looked = machines == FirstPhase.ALL_MACHINES || session.hasRoom(p);
      if (looked
          && session.canRun(candidate, p)
          && (best < 0 || firstPhase.compare(session, candidate, p, candidate, best) < 0)) {
        best = p;
      }
    }
    return best;
  }

  /** The second of two pairs on one machine, if it comes before the first. */
  private Pair comesFirst(MappingSession session, Pair second, Pair first) {
    int compared =
        secondPhase.compare(
            session, second.candidate, second.placement, first.candidate, first.placement);
    return compared < 0 ? second : first;
  }
}
