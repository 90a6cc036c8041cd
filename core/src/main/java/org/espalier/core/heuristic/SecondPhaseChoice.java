package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;

/**
 * The second phase of one round. For each machine it chooses the best pair of a candidate and a
 * placement on it among those that were offered; ties go to the one that was offered first.
 */
final class SecondPhaseChoice {
  private final MappingSession session;
  private final PairOrder order;

  /** By machine. */
  private final SortedMap<Integer, List<Pair>> offers = new TreeMap<>();

  private final List<Pair> chosen = new ArrayList<>();

  /** A candidate and a placement with room. */
  record Pair(Candidate candidate, int placement) {}

  private record Scored(Pair pair, double score) {}

  /** A choice among nothing yet. */
  SecondPhaseChoice(MappingSession session, PairOrder order) {
    this.session = session;
    this.order = order;
  }

  /** Offers a candidate to the machine of a placement with room. */
  void offer(Candidate candidate, int placement) {
    offers
        .computeIfAbsent(session.machineOf(placement), m -> new ArrayList<>())
        .add(new Pair(candidate, placement));
  }

  /** Chooses for each machine and assigns what was chosen; whether anything was. */
  boolean assign() {
    for (List<Pair> ofMachine : offers.values()) {
      chosen.add(first(ofMachine));
    }
    boolean any = false;
    for (Pair pair : chosen) {
      Basis basis = order.basis(session, pair.candidate(), pair.placement());
      any |= session.assign(pair.candidate(), pair.placement(), basis);
    }
    return any;
  }

  private Pair first(List<Pair> ofMachine) {
    Map<Integer, long[]> soonest = new HashMap<>();
    Scored best = null;
    for (Pair pair : ofMachine) {
      if (!order.soonestFirst() || !isBehindItsType(pair, soonest)) {
        Scored scored = new Scored(pair, order.score(session, pair.candidate(), pair.placement()));
        best = best == null || comesBefore(scored, best) ? scored : best;
      }
    }
    return Objects.requireNonNull(best).pair();
  }

  /**
   * Whether one of the same type comes first on the placement for its deadline; if not, this one
   * does from now on.
   *
   * @param soonest by placement, for each type the soonest deadline
   */
  private boolean isBehindItsType(Pair pair, Map<Integer, long[]> soonest) {
    long[] ofTypes =
        soonest.computeIfAbsent(
            pair.placement(),
            p -> {
              long[] none = new long[session.system().taskTypes().size()];
              Arrays.fill(none, Long.MAX_VALUE);
              return none;
            });
    int type = pair.candidate().task().type();
    long deadline = pair.candidate().task().deadline();
    boolean behind = ofTypes[type] <= deadline;
    ofTypes[type] = Math.min(ofTypes[type], deadline);
    return behind;
  }

  private boolean comesBefore(Scored one, Scored other) {
    return one.score() < other.score()
        || (one.score() == other.score()
            && order.compare(
                    session,
                    one.pair().candidate(),
                    one.pair().placement(),
                    other.pair().candidate(),
                    other.pair().placement())
                < 0);
  }

  /** The candidates that were chosen. */
  Set<Candidate> chosen() {
    return chosen.stream().map(Pair::candidate).collect(Collectors.toSet());
  }
}
