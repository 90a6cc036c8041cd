package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;

/**
 * The second phase of one round. For each machine it chooses the best pair of a candidate and a
 * placement on it among those that were offered; ties go to the earlier arrival.
 */
final class SecondPhaseChoice {
  private final MappingSession session;
  private final PairOrder order;

  /**
   * By machine, what was offered but for those that came behind one of their type; the best first.
   */
  private final SortedMap<Integer, List<Offer>> offers = new TreeMap<>();

  /** A candidate and a placement with room. */
  final class Offer {
    private final Candidate candidate;

    /** The candidate, or another one that arrived earlier. */
    private final Candidate arrived;

    private final int placement;

    /** NaN until it is asked for. */
    private double score = Double.NaN;

    private Offer(Candidate candidate, Candidate arrived, int placement) {
      this.candidate = candidate;
      this.arrived = arrived;
      this.placement = placement;
    }

    Candidate candidate() {
      return candidate;
    }

    private double score() {
      if (Double.isNaN(score)) {
        score = order.score(session, candidate, placement);
      }
      return score;
    }

    /** Whether one of its type that was offered comes first for its deadline. */
    private boolean isBehindItsType(List<Offer> others) {
      for (int i = 0; order.soonestFirst() && i < others.size(); i++) {
        Offer other = others.get(i);
        if (placement == other.placement
            && candidate.task().type() == other.candidate.task().type()
            && candidate.task().deadline() >= other.candidate.task().deadline()
            && arrivedAfter(other)) {
          return true;
        }
      }
      return false;
    }

    private boolean isBehind(Offer other) {
      if (score() != other.score()) {
        return score() > other.score();
      }
      int compared = order.compare(session, candidate, placement, other.candidate, other.placement);
      return compared > 0 || (compared == 0 && arrivedAfter(other));
    }

    private boolean arrivedAfter(Offer other) {
      return Candidate.BY_ARRIVAL.compare(arrived, other.arrived) > 0;
    }
  }

  /** A choice among nothing yet. */
  SecondPhaseChoice(MappingSession session, PairOrder order) {
    this.session = session;
    this.order = order;
  }

  /** Offers a candidate to the machine of a placement with room. */
  void offer(Candidate candidate, int placement) {
    List<Offer> others =
        offers.computeIfAbsent(session.machineOf(placement), machine -> new ArrayList<>(2));
    Offer offer = new Offer(candidate, candidate, placement);
    if (!offer.isBehindItsType(others)) {
      others.add(!others.isEmpty() && offer.isBehind(others.getFirst()) ? 1 : 0, offer);
    }
  }

  /**
   * Whether candidates of one type would not be chosen on a placement if they were offered. It is
   * to be asked of orders in which the soonest deadline of a type comes first.
   *
   * @param soonest the one with the soonest deadline
   * @param first the one that arrived first
   */
  boolean areBehind(Candidate soonest, Candidate first, int placement) {
    List<Offer> others = offers.get(session.machineOf(placement));
    if (others == null) {
      return false;
    }
    Offer offer = new Offer(soonest, first, placement);
    return offer.isBehindItsType(others) || offer.isBehind(others.getFirst());
  }

  /**
   * Assigns the best to each machine, in order of the machines; whether there was any.
   *
   * @param taken hears of each that was chosen, though a filter may refuse it still
   */
  boolean assign(Consumer<Offer> taken) {
    for (List<Offer> ofMachine : offers.values()) {
      Offer best = ofMachine.getFirst();
      Basis basis = order.basis(session, best.candidate, best.placement);
      session.assign(best.candidate, best.placement, basis);
      taken.accept(best);
    }
    return !offers.isEmpty();
  }
}
