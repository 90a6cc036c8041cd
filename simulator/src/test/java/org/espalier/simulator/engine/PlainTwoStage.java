package org.espalier.simulator.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.model.PetMatrix;

/**
 * The two-stage heuristic as DISSERTATION 2.4.3 tells it, with no saving at all, to hold faster
 * ones against. It measures every pair, for every task that it maps anew.
 *
 * @param types machine types that are looked at, those that execute a candidate fastest
 * @param firstStage order of the placements for a candidate, ties to the lower id
 * @param secondStage order of the pairs, ties to the lower task id
 */
record PlainTwoStage(int types, PairOrder firstStage, PairOrder secondStage)
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
    Set<Integer> looked = fastest(session, candidate);
    int best = -1;
    for (int p = 0; p < session.placements(); p++) {
      if (looked.contains(session.queue(session.machineOf(p)).machine().type().id())
          && session.hasRoom(p)
          && session.canRun(candidate, p)
          && session.admits(candidate, p)
          && (best < 0 || firstStage.compare(session, candidate, p, candidate, best) < 0)) {
        best = p;
      }
    }
    return best;
  }

  /** The machine types that execute a candidate fastest, of those that take tasks. */
  private Set<Integer> fastest(MappingSession session, Candidate candidate) {
    PetMatrix pet = session.system().pet();
    int taskType = candidate.task().type();
    return IntStream.range(0, session.machines())
        .mapToObj(session::queue)
        .filter(MachineQueue::isAvailable)
        .map(queue -> queue.machine().type().id())
        .distinct()
        .filter(type -> pet.canRun(taskType, type))
        .sorted(
            Comparator.<Integer>comparingDouble(type -> pet.get(taskType, type, 0).mean())
                .thenComparing(Comparator.naturalOrder()))
        .limit(types)
        .collect(Collectors.toSet());
  }

  private boolean comesBefore(MappingSession session, Pair pair, Pair other) {
    double score = secondStage.score(session, pair.candidate, pair.placement);
    double least = secondStage.score(session, other.candidate, other.placement);
    return score < least
        || (score == least && pair.candidate.task().id() < other.candidate.task().id());
  }
}
