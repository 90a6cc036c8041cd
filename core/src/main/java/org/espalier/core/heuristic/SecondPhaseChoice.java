package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.jspecify.annotations.Nullable;

/**
 * The second phase of one round. For each machine it chooses the best pair of a candidate and a
 * placement on it among those that were offered; ties go to the one that was offered first.
 *
 * <p>Offers may be tentative: then a chosen one is confirmed first, and if the candidate waits for
 * another machine, the next best one is chosen.
 */
final class SecondPhaseChoice {
  private final MappingSession session;
  private final PairOrder order;
  private final Predicate<Pair> confirmation;
  private final boolean numbersAreDear;

  /** By machine. */
  private final SortedMap<Integer, List<Pair>> offers = new TreeMap<>();

  private final List<Pair> chosen = new ArrayList<>();

  /** Candidates that turned out to wait for another machine. */
  private final Set<Candidate> waiting = new HashSet<>();

  /** A candidate and a placement with room. */
  record Pair(Candidate candidate, int placement) {}

  private record Scored(Pair pair, double score) {}

  /**
   * A choice among nothing yet.
   *
   * @param confirmation whether an offer that is chosen stands
   */
  SecondPhaseChoice(MappingSession session, PairOrder order, Predicate<Pair> confirmation) {
    this.session = session;
    this.order = order;
    this.confirmation = confirmation;
    this.numbersAreDear = session.event().rules().evicts();
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
      choose(ofMachine);
    }
    boolean any = false;
    for (Pair pair : chosen) {
      Basis basis = order.basis(session, pair.candidate(), pair.placement());
      any |= session.assign(pair.candidate(), pair.placement(), basis);
    }
    return any;
  }

  private void choose(List<Pair> ofMachine) {
    Pair first = first(ofMachine);
    while (first != null && !confirmation.test(first)) {
      waiting.add(first.candidate());
      first = first(ofMachine);
    }
    if (first != null) {
      chosen.add(first);
    }
  }

  private @Nullable Pair first(List<Pair> ofMachine) {
    Map<Integer, long[]> soonest = new HashMap<>();
    Scored best = null;
    for (Pair pair : ofMachine) {
      if (!waiting.contains(pair.candidate())
          && !(order.soonestFirst() && isBehindItsType(pair, soonest))) {
        best = firstOf(best, pair);
      }
    }
    return best == null ? null : best.pair();
  }

  private Scored firstOf(@Nullable Scored known, Pair pair) {
    if (known != null
        && numbersAreDear
        && order.scoreAtLeast(session, pair.candidate(), pair.placement()) > known.score()) {
      return known;
    }
    double score = order.score(session, pair.candidate(), pair.placement());
    Scored scored = new Scored(pair, score);
    return known == null || comesBefore(scored, known) ? scored : known;
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
  List<Candidate> chosen() {
    return chosen.stream().map(Pair::candidate).toList();
  }

  /** Takes those that were chosen, and those that wait for another machine, out of a list. */
  void removeSettled(List<Candidate> candidates) {
    Set<Candidate> settled = new HashSet<>(waiting);
    chosen.forEach(pair -> settled.add(pair.candidate()));
    candidates.removeIf(settled::contains);
  }
}
