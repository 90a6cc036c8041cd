package org.espalier.core.heuristic;

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

  SecondPhaseChoice(MappingSession session, PairOrder order) {
    this.session = session;
    this.order = order;
    this.numbersAreDear = session.event().rules().evicts();
    this.best = new Candidate[session.machines()];
    this.scores = new double[session.machines()];
  }

  /** Whether a candidate surely comes after another one that a machine was offered. */
  boolean surelyGoesToAnother(Candidate candidate, int machine) {
    return best[machine] != null
        && order.scoreAtLeast(session, candidate, machine) > scores[machine];
  }

  /** Offers a candidate to a machine with room. */
  void offer(Candidate candidate, int machine) {
    Candidate other = best[machine];
    if (other != null
        && (order.areAlike(session, candidate, other)
            || (numbersAreDear && surelyGoesToAnother(candidate, machine)))) {
      return;
    }
    double score = order.score(session, candidate, machine);
    if (other == null || comesBefore(candidate, score, other, machine)) {
      best[machine] = candidate;
      scores[machine] = score;
    }
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

  /** Whether a candidate was chosen for a machine. */
  boolean has(Candidate candidate) {
    for (Candidate chosen : best) {
      if (chosen == candidate) {
        return true;
      }
    }
    return false;
  }
}
