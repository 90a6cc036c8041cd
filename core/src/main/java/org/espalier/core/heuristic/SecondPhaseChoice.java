package org.espalier.core.heuristic;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * The second phase of one round: for each machine, the best pair of a candidate and a placement on
 * it among those that were offered, ties to the one that was offered first.
 */
final class SecondPhaseChoice {
  private final MappingSession session;
  private final PairOrder order;
  private final boolean numbersAreDear;

  /** By machine. */
  private final SortedMap<Integer, Offer> best = new TreeMap<>();

  /** By placement, for each type the soonest deadline that was offered; kept if it comes first. */
  private final Map<Integer, long[]> soonest = new HashMap<>();

  private record Offer(Candidate candidate, int placement, double score) {}

  SecondPhaseChoice(MappingSession session, PairOrder order) {
    this.session = session;
    this.order = order;
    this.numbersAreDear = session.event().rules().evicts();
  }

  /** Offers a candidate to the machine of a placement with room. */
  void offer(Candidate candidate, int placement) {
    if (order.soonestFirst() && isBehindItsType(candidate, placement)) {
      return;
    }
    Offer known = best.get(session.machineOf(placement));
    if (known != null
        && numbersAreDear
        && order.scoreAtLeast(session, candidate, placement) > known.score()) {
      return;
    }
    Offer offer = new Offer(candidate, placement, order.score(session, candidate, placement));
    if (known == null || comesBefore(offer, known)) {
      best.put(session.machineOf(placement), offer);
    }
  }

  /**
   * Whether the placement was offered one of the same type that comes first for its deadline; if
   * not, it is now.
   */
  private boolean isBehindItsType(Candidate candidate, int placement) {
    long[] ofTypes =
        soonest.computeIfAbsent(
            placement,
            p -> {
              long[] none = new long[session.system().taskTypes().size()];
              Arrays.fill(none, Long.MAX_VALUE);
              return none;
            });
    int type = candidate.task().type();
    long deadline = candidate.task().deadline();
    boolean behind = ofTypes[type] <= deadline;
    ofTypes[type] = Math.min(ofTypes[type], deadline);
    return behind;
  }

  private boolean comesBefore(Offer offer, Offer other) {
    return offer.score() < other.score()
        || (offer.score() == other.score()
            && order.compare(
                    session,
                    offer.candidate(),
                    offer.placement(),
                    other.candidate(),
                    other.placement())
                < 0);
  }

  /** Assigns what was chosen, machine by machine; whether anything was. */
  boolean assign() {
    boolean any = false;
    PairMeasure measure = order.first();
    for (Offer offer : best.values()) {
      double value = measure.of(session, offer.candidate(), offer.placement());
      Basis basis = Basis.of(measure.name(), value);
      any |= session.assign(offer.candidate(), offer.placement(), basis);
    }
    return any;
  }

  /** Takes those that were chosen out of a list. */
  void removeChosen(List<Candidate> candidates) {
    Set<Candidate> chosen = new HashSet<>();
    best.values().forEach(offer -> chosen.add(offer.candidate()));
    candidates.removeIf(chosen::contains);
  }
}
