package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.model.Arguments;
import org.espalier.core.pmf.ScoreRounding;

/**
 * MOC, max on-time completions (THESIS 3.3.1.4, JOURNAL 8.3.4). It finds the most robust placement
 * for each candidate, and culls candidates whose chance of success there is below alpha. It takes
 * the most robust pairs with room, three in the sources. Of these it maps the one whose assignment
 * leaves the highest sum of their tasks' best chances; then it repeats. Ties: lower expected
 * completion, then lower placement id in the first phase; earlier arrival among candidates.
 * Stateless.
 *
 * @param machines which machines the first phase looks at
 * @param alpha chance of success below which a candidate is culled, in [0, 1]
 * @param permuted how many of the most robust pairs are tried, at least 1
 */
public record MaxOntimeCompletions(FirstPhase machines, double alpha, int permuted)
    implements MappingHeuristic {
  public MaxOntimeCompletions {
    Arguments.share(alpha, "alpha");
    Arguments.refuse(permuted < 1, "%s pairs to permute; expected at least 1", permuted);
  }

  /** The most robust placement comes first, of equal ones that with the earliest completion. */
  private static final PairOrder MOST_ROBUST =
      PairOrder.highest(PairMeasure.CHANCE_OF_SUCCESS).thenLowest(PairMeasure.EXPECTED_COMPLETION);

  private record Pair(Candidate candidate, int placement, double chance) {}

  @Override
  public void map(MappingSession session) {
    while (!session.open().isEmpty() && session.hasRoom()) {
      List<Pair> top = mostRobust(session);
      if (top.isEmpty()) {
        return;
      }
      Pair chosen = bestLeaving(session, top);
      session.assign(
          chosen.candidate(), chosen.placement(), Basis.of("chance of success", chosen.chance()));
    }
  }

  private List<Pair> mostRobust(MappingSession session) {
    List<Pair> top = new ArrayList<>();
    for (Candidate candidate : session.open()) {
      boolean ofAll = machines == FirstPhase.ALL_MACHINES;
      int placement = session.bestPlacement(candidate, MOST_ROBUST, ofAll);
      if (placement >= 0 && session.hasRoom(placement)) {
        double chance = session.chanceOfSuccess(candidate, placement);
        boolean isCulled = chance < alpha && !candidate.task().mustComplete();
        if (!isCulled && session.admits(candidate, placement)) {
          insert(top, new Pair(candidate, placement, chance));
        }
      }
    }
    return top;
  }

  private void insert(List<Pair> top, Pair pair) {
    int place = top.size();
    while (place > 0 && pair.chance() > top.get(place - 1).chance()) {
      place--;
    }
    top.add(place, pair);
    if (top.size() > permuted) {
      top.removeLast();
    }
  }

  private Pair bestLeaving(MappingSession session, List<Pair> top) {
    Pair best = top.getFirst();
    double bestSum = Double.NEGATIVE_INFINITY;
    for (Pair pair : top) {
      double sum = sumAfter(session, top, pair);
      if (sum > bestSum) {
        bestSum = sum;
        best = pair;
      }
    }
    return best;
  }

  /** The sum of the best chances, on machines that then have room, once a pair is assigned. */
  private double sumAfter(MappingSession session, List<Pair> top, Pair assigned) {
    MappingSession trial = session.trialWith(assigned.candidate(), assigned.placement());
    double sum = assigned.chance();
    for (Pair pair : top) {
      if (!pair.equals(assigned)) {
        sum += highestChance(trial, pair.candidate());
      }
    }
    return ScoreRounding.chance(sum);
  }

  private static double highestChance(MappingSession session, Candidate candidate) {
    int placement = session.bestPlacement(candidate, MOST_ROBUST, false);
    return placement < 0 ? 0 : session.chanceOfSuccess(candidate, placement);
  }
}
