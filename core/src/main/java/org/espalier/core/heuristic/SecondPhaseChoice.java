package org.espalier.core.heuristic;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.jspecify.annotations.Nullable;

/**
 * The second phase of one round: the best candidate for each machine among those that were offered,
 * ties to the one that was offered first.
 */
final class SecondPhaseChoice {
  private final MappingSession session;
  private final PairOrder order;
  private final boolean numbersAreDear;
  private final @Nullable Candidate[] best;
  private final double[] scores;

  /** By machine and type, the soonest deadline that was offered; kept if it comes first. */
  private final long[] @Nullable [] soonest;

  SecondPhaseChoice(MappingSession session, PairOrder order) {
    this.session = session;
    this.order = order;
    this.numbersAreDear = session.event().rules().evicts();
    this.best = new Candidate[session.machines()];
    this.scores = new double[session.machines()];
    this.soonest = new long[session.machines()][];
  }

  /** Whether a candidate surely comes after another one that a machine was offered. */
  boolean surelyGoesToAnother(Candidate candidate, int machine) {
    return isBehindItsType(candidate, machine) || isOutdone(candidate, machine);
  }

  /** Whether the machine was offered one of the same type that comes first for its deadline. */
  private boolean isBehindItsType(Candidate candidate, int machine) {
    long[] ofTypes = soonest[machine];
    return ofTypes != null && ofTypes[candidate.task().type()] <= candidate.task().deadline();
  }

  private boolean isOutdone(Candidate candidate, int machine) {
    return best[machine] != null
        && order.scoreAtLeast(session, candidate, machine) > scores[machine];
  }

  /** Offers a candidate to a machine with room. */
  void offer(Candidate candidate, int machine) {
    if (isBehindItsType(candidate, machine)) {
      return;
    }
    if (order.soonestFirst()) {
      noteSoonest(candidate, machine);
    }
    if (numbersAreDear && isOutdone(candidate, machine)) {
      return;
    }
    Candidate other = best[machine];
    double score = order.score(session, candidate, machine);
    if (other == null || comesBefore(candidate, score, other, machine)) {
      best[machine] = candidate;
      scores[machine] = score;
    }
  }

  private void noteSoonest(Candidate candidate, int machine) {
    long[] ofTypes = soonest[machine];
    if (ofTypes == null) {
      ofTypes = new long[session.system().taskTypes().size()];
      Arrays.fill(ofTypes, Long.MAX_VALUE);
      soonest[machine] = ofTypes;
    }
    ofTypes[candidate.task().type()] = candidate.task().deadline();
  }

  private boolean comesBefore(Candidate candidate, double score, Candidate other, int machine) {
    return score < scores[machine]
        || (score == scores[machine]
            && order.compare(session, candidate, machine, other, machine) < 0);
  }

  /** Assigns what was chosen; whether anything was. */
  boolean assign() {
    boolean any = false;
    for (int m = 0; m < best.length; m++) {
      Candidate candidate = best[m];
      if (candidate != null) {
        PairMeasure measure = order.first();
        Basis basis = Basis.of(measure.name(), measure.of(session, candidate, m));
        any |= session.assign(candidate, m, basis);
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
