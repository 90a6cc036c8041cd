package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.pmf.DroppingScope;

/**
 * The rounds of a {@link TwoPhaseHeuristic} where many tasks of few types wait: candidates of one
 * type are looked at together, in order of their deadlines. Expected completions do not fall as the
 * deadline gets later. So while the best placement of one candidate is expected to complete that of
 * another with a later deadline before all other machines complete the first, it is the best of
 * both and of all between them. Such a stretch has one answer, and offers one candidate.
 */
final class RoundsByType {
  private final MappingSession session;
  private final TwoPhaseHeuristic heuristic;
  private final boolean waitersMayMove;

  /** By task type, the candidates that may still be mapped, in order of their deadlines. */
  private final List<List<Waiting>> types = new ArrayList<>();

  /**
   * A candidate.
   *
   * @param place in the order of arrival
   */
  private record Waiting(Candidate candidate, int place) {
    long deadline() {
      return candidate.task().deadline();
    }
  }

  /** A candidate that is the first of a stretch on the placement that is best for it. */
  private record Offer(Waiting first, int placement) {}

  /**
   * The rounds of an event.
   *
   * @param waitersMayMove whether a candidate that waits for a full machine may find another later
   */
  RoundsByType(MappingSession session, TwoPhaseHeuristic heuristic, boolean waitersMayMove) {
    this.session = session;
    this.heuristic = heuristic;
    this.waitersMayMove = waitersMayMove;
    for (int type = 0; type < session.system().taskTypes().size(); type++) {
      types.add(new ArrayList<>());
    }
    List<Candidate> open = session.open();
    for (int place = 0; place < open.size(); place++) {
      Candidate candidate = open.get(place);
      types.get(candidate.task().type()).add(new Waiting(candidate, place));
    }
    types.forEach(type -> type.sort(Comparator.comparingLong(Waiting::deadline)));
  }

  /** Whether candidates may be looked at together: nothing but their deadlines tells them apart. */
  static boolean suit(MappingSession session, TwoPhaseHeuristic heuristic) {
    return heuristic.firstPhase().number() == TailNumber.EXPECTED_COMPLETION
        && heuristic.secondPhase().soonestFirst()
        && !session.hasFilters()
        && !session.event().explain();
  }

  /** Maps what can be mapped. */
  void map() {
    boolean any = true;
    while (any && session.hasRoom()) {
      List<Offer> offers = new ArrayList<>();
      types.forEach(type -> lookAt(type, offers));
      offers.sort(Comparator.comparingInt(offer -> offer.first.place));
      SecondPhaseChoice second = new SecondPhaseChoice(session, heuristic.secondPhase());
      offers.forEach(offer -> second.offer(offer.first.candidate, offer.placement));
      any = second.assign();
      second.chosen().forEach(this::remove);
    }
  }

  private void remove(Candidate chosen) {
    List<Waiting> type = types.get(chosen.task().type());
    for (int i = 0; i < type.size(); i++) {
      if (type.get(i).candidate.equals(chosen)) {
        type.remove(i);
        return;
      }
    }
  }

  /** The offers of a type, one for each stretch; those that wait for good are looked at no more. */
  private void lookAt(List<Waiting> type, List<Offer> offers) {
    int from = 0;
    while (from < type.size()) {
      Candidate soonest = type.get(from).candidate;
      boolean ofAll = heuristic.machines() == FirstPhase.ALL_MACHINES;
      int placement = session.bestPlacement(soonest, heuristic.firstPhase(), ofAll);
      int end = end(type, from, placement);
      if (placement >= 0 && session.hasRoom(placement)) {
        offers.add(new Offer(first(type, from, end, placement), placement));
      } else if (!waitersMayMove) {
        type.subList(from, end).clear();
        end = from;
      }
      from = end;
    }
  }

  /** Where the stretch ends that has the same best placement as its first candidate. */
  private int end(List<Waiting> type, int from, int placement) {
    Candidate soonest = type.get(from).candidate;
    if (placement < 0 || heuristic.firstPhase().isSettled(session, soonest)) {
      return type.size();
    }
    if (session.event().rules().scope() == DroppingScope.PENDING) {
      return from + 1;
    }
    boolean ofAll = heuristic.machines() == FirstPhase.ALL_MACHINES;
    return endOf(
        type,
        from,
        last -> session.isBestToo(soonest, last, placement, heuristic.firstPhase(), ofAll));
  }

  private interface Condition {
    boolean isMet(Candidate candidate);
  }

  /** Where those behind a candidate end that meet a condition, which none does behind that. */
  private static int endOf(List<Waiting> type, int from, Condition condition) {
    int met = from;
    int step = 1;
    while (met + step < type.size() && condition.isMet(type.get(met + step).candidate)) {
      met += step;
      step *= 2;
    }
    int unmet = Math.min(met + step, type.size());
    while (met + 1 < unmet) {
      int middle = (met + unmet) >>> 1;
      if (condition.isMet(type.get(middle).candidate)) {
        met = middle;
      } else {
        unmet = middle;
      }
    }
    return met + 1;
  }

  /** The first of a stretch in the second phase: of those equal to the soonest, that came first. */
  private Waiting first(List<Waiting> type, int from, int end, int placement) {
    Waiting soonest = type.get(from);
    int equal =
        endOf(
            type.subList(0, end),
            from,
            other ->
                heuristic
                        .secondPhase()
                        .compare(session, soonest.candidate, placement, other, placement)
                    == 0);
    Waiting first = soonest;
    for (Waiting other : type.subList(from, equal)) {
      first = other.place < first.place ? other : first;
    }
    return first;
  }
}
