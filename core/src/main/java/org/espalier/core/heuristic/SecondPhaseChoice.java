package org.espalier.core.heuristic;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.jspecify.annotations.Nullable;

/**
 * The second phase of one round: for each machine, the best pair of a candidate and a placement on
 * it among those that were offered, ties to the one that was offered first.
 */
final class SecondPhaseChoice {
  private final MappingSession session;
  private final PairOrder order;
  private final boolean numbersAreDear;
  private final @Nullable Candidate[] best;
  private final int[] placements;
  private final double[] scores;

  /** By placement and type, the soonest deadline that was offered; kept if it comes first. */
  private final long[] @Nullable [] soonest;

  SecondPhaseChoice(MappingSession session, PairOrder order) {
    this.session = session;
    this.order = order;
    this.numbersAreDear = session.event().rules().evicts();
    this.best = new Candidate[session.machines()];
    this.placements = new int[session.machines()];
    this.scores = new double[session.machines()];
    this.soonest = new long[session.placements()][];
  }

  /** Whether the placement was offered one of the same type that comes first for its deadline. */
  private boolean isBehindItsType(Candidate candidate, int placement) {
    long[] ofTypes = soonest[placement];
    return ofTypes != null && ofTypes[candidate.task().type()] <= candidate.task().deadline();
  }

  private boolean isOutdone(Candidate candidate, int placement) {
    int machine = session.machineOf(placement);
    return best[machine] != null
        && order.scoreAtLeast(session, candidate, placement) > scores[machine];
  }

  /** Offers a candidate to the machine of a placement with room. */
  void offer(Candidate candidate, int placement) {
    if (isBehindItsType(candidate, placement)) {
      return;
    }
    if (order.soonestFirst()) {
      noteSoonest(candidate, placement);
    }
    if (numbersAreDear && isOutdone(candidate, placement)) {
      return;
    }
    int machine = session.machineOf(placement);
    double score = order.score(session, candidate, placement);
    if (best[machine] == null || comesBefore(candidate, placement, score, machine)) {
      best[machine] = candidate;
      placements[machine] = placement;
      scores[machine] = score;
    }
  }

  private void noteSoonest(Candidate candidate, int placement) {
    long[] ofTypes = soonest[placement];
    if (ofTypes == null) {
      ofTypes = new long[session.system().taskTypes().size()];
      Arrays.fill(ofTypes, Long.MAX_VALUE);
      soonest[placement] = ofTypes;
    }
    ofTypes[candidate.task().type()] = candidate.task().deadline();
  }

  /** Whether a pair comes before the best one on its machine. */
  private boolean comesBefore(Candidate candidate, int placement, double score, int machine) {
    Candidate other = best[machine];
    return other != null
        && (score < scores[machine]
            || (score == scores[machine]
                && order.compare(session, candidate, placement, other, placements[machine]) < 0));
  }

  /** Assigns what was chosen; whether anything was. */
  boolean assign() {
    boolean any = false;
    for (int m = 0; m < best.length; m++) {
      Candidate candidate = best[m];
      if (candidate != null) {
        PairMeasure measure = order.first();
        double value = measure.of(session, candidate, placements[m]);
        any |= session.assign(candidate, placements[m], Basis.of(measure.name(), value));
      }
    }
    return any;
  }

  /** Takes those that were chosen out of a list. */
  void removeChosen(List<Candidate> candidates) {
    for (Candidate chosen : best) {
      if (chosen != null) {
        candidates.remove(chosen);
      }
    }
  }
}
