package org.espalier.core.heuristic;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * A two-stage batch heuristic (DISSERTATION 2.4.3, 3.3.2): the first stage finds the best choice of
 * a machine and a P-state for each candidate, the second the best of these pairs; it is assigned,
 * and the stages repeat until no candidate has an open choice. So unlike a {@link
 * TwoPhaseHeuristic} it assigns one task at a time.
 *
 * <p>Ties: lower placement id in the first stage, lower task id in the second. Stateless.
 *
 * <p>A choice only becomes worse while queues grow. So a candidate whose pair was the best when it
 * was last measured, and whose machine has got no task since, is the best of all: most rounds
 * measure one.
 */
public final class TwoStageHeuristic implements MappingHeuristic {
  private final OpenChoices choices;
  private final PairOrder firstStage;
  private final PairOrder secondStage;

  /**
   * A heuristic of two orders.
   *
   * @param limit which placements are looked at
   * @param firstStage order of the placements for a candidate
   * @param secondStage order of the pairs; a pair must only fall back in it as queues grow
   */
  public TwoStageHeuristic(PlacementLimit limit, PairOrder firstStage, PairOrder secondStage) {
    this.choices = new OpenChoices(limit);
    this.firstStage = firstStage;
    this.secondStage = secondStage;
  }

  /**
   * A pair with its score when it was measured, and how many tasks had been assigned to its machine
   * by then.
   */
  private record Measured(Candidate candidate, int placement, double score, int assigned) {}

  private static final Comparator<Measured> BEST_FIRST =
      Comparator.comparingDouble(Measured::score).thenComparingInt(m -> m.candidate().task().id());

  /** Each round measures all pairs that are left: n (n + 1) / 2 by machine. */
  @Override
  public long evaluations(int candidates, int machines) {
    return (long) candidates * (candidates + 1) / 2 * machines;
  }

  @Override
  public void map(MappingSession session) {
    PriorityQueue<Measured> pairs = new PriorityQueue<>(BEST_FIRST);
    int[] assigned = new int[session.machines()];
    for (Candidate candidate : session.open()) {
      measure(session, candidate, assigned, pairs);
    }
    while (!pairs.isEmpty()) {
      Measured best = pairs.remove();
      int machine = session.machineOf(best.placement);
      if (assigned[machine] == best.assigned
          && choices.isOpen(session, best.candidate, best.placement)) {
        assign(session, best);
        assigned[machine]++;
      } else {
        measure(session, best.candidate, assigned, pairs);
      }
    }
  }

  private void measure(
      MappingSession session, Candidate candidate, int[] assigned, PriorityQueue<Measured> pairs) {
    int placement = choices.first(session, candidate, firstStage);
    if (placement != OpenChoices.NONE) {
      double score = secondStage.score(session, candidate, placement);
      int before = assigned[session.machineOf(placement)];
      pairs.add(new Measured(candidate, placement, score, before));
    }
  }

  private void assign(MappingSession session, Measured pair) {
    PairMeasure measure = secondStage.first();
    double value = measure.of(session, pair.candidate, pair.placement);
    session.assign(pair.candidate, pair.placement, Basis.of(measure.name(), value));
  }
}
