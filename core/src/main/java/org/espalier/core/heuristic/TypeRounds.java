package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.allocation.rules.DeferringRule;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a two-phase heuristic where there are many placements. The candidates of one type
 * stand in order of their deadlines. Few placements may come first for a span of them ({@link
 * MappingSession#contenders}), and mostly one with a sooner deadline was offered to each of these
 * before. Then the second phase chooses none of the span, and no more of it need be known.
 */
final class TypeRounds {
  /** Up to so many candidates are looked at one by one. */
  private static final int FEW = 4;

  private final MappingSession session;
  private final TwoPhaseHeuristic plain;
  private final boolean ofAll;

  /** Whether those that wait for a full machine may be mapped in a later round. */
  private final boolean waitersMayMove;

  private final List<OfType> types = new ArrayList<>();

  /** By slot, which candidates are mapped no more. */
  private final BitSet gone = new BitSet();

  /** The candidates of one type in order of their deadlines. */
  private static final class OfType {
    private final List<Candidate> waiting;

    /** Those of them that are gone since they were last looked at. */
    private final List<Candidate> gone = new ArrayList<>();

    private boolean arrivedInOrder = true;

    /** How many of them are to be looked at together, by what was found before. */
    private int span = FEW;

    OfType(List<Candidate> waiting) {
      this.waiting = waiting;
    }
  }

  /** The two phases of one round. */
  private record Round(FirstPhaseChoice first, SecondPhaseChoice second) {}

  /**
   * The rounds of an event.
   *
   * @param candidates those that may still be mapped, in order of arrival
   */
  TypeRounds(
      MappingSession session,
      TwoPhaseHeuristic plain,
      boolean waitersMayMove,
      List<Candidate> candidates) {
    this.session = session;
    this.plain = plain;
    this.ofAll = plain.machines() == FirstPhase.ALL_MACHINES;
    this.waitersMayMove = waitersMayMove;
    boolean areAll = candidates.size() == session.event().candidates().size();
    BitSet slots = new BitSet();
    if (!areAll) {
      candidates.forEach(candidate -> slots.set(candidate.slot()));
    }
    for (int type = 0; type < session.system().taskTypes().size(); type++) {
      OfType ofType = new OfType(new ArrayList<>(session.event().byDeadline(type)));
      types.add(ofType);
      if (!areAll) {
        ofType.waiting.removeIf(candidate -> !slots.get(candidate.slot()));
      }
      if (session.hasFilters() && !(ofAll && waitersMayMove)) {
        passOver(ofType.waiting);
      }
      for (int i = 1; i < ofType.waiting.size(); i++) {
        Candidate sooner = ofType.waiting.get(i - 1);
        ofType.arrivedInOrder &= Candidate.BY_ARRIVAL.compare(sooner, ofType.waiting.get(i)) < 0;
      }
    }
  }

  /**
   * Passes over those that filters surely refuse. Where all are deferred by the same chance of
   * success, these are the ones with the soonest deadlines.
   */
  private void passOver(List<Candidate> waiting) {
    if (!areDeferredAlike(waiting)) {
      waiting.reversed().removeIf(candidate -> !session.isMappable(candidate));
      return;
    }
    int from = 0;
    for (int to = waiting.size(); from < to; ) {
      int middle = (from + to) / 2;
      if (session.isMappable(waiting.get(middle))) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    waiting.subList(0, from).clear();
  }

  private boolean areDeferredAlike(List<Candidate> waiting) {
    DeferringRule rule = session.onlyDefers().orElseThrow();
    return rule.mindsTypeOnly()
        || waiting.stream().mapToDouble(c -> rule.threshold(c.task())).distinct().count() == 1;
  }

  /**
   * Whether the rounds decide what the plain heuristic does. What a filter refuses in one round it
   * must refuse in all, since not all that it would refuse is asked for.
   */
  static boolean suit(MappingSession session, TwoPhaseHeuristic plain) {
    PairOrder first = plain.firstPhase();
    boolean staysRefused =
        !session.hasFilters()
            || (first.number() == TailNumber.CHANCE_OF_SUCCESS && session.onlyDefers().isPresent());
    return session.isOfMany()
        && !session.event().explain()
        && first.number() != null
        && first.onlyFallsBack()
        && plain.secondPhase().soonestFirst()
        && staysRefused;
  }

  /** Maps what may be mapped. */
  void map() {
    boolean any = true;
    while (any && session.hasRoom()) {
      Round round =
          new Round(
              new FirstPhaseChoice(session, plain.machines(), plain.firstPhase()),
              new SecondPhaseChoice(session, plain.secondPhase()));
      for (OfType type : types) {
        look(type, round);
      }
      any = round.second.assign(offer -> leaves(offer.candidate()));
    }
  }

  private void look(OfType type, Round round) {
    forget(type);
    boolean latestFirst = plain.firstPhase().number() == TailNumber.CHANCE_OF_SUCCESS;
    int at = 0;
    while (at < type.waiting.size()) {
      int end = Math.min(type.waiting.size(), at + type.span);
      List<Candidate> some = type.waiting.subList(at, end);
      if (some.size() <= FEW) {
        for (Candidate waiter : latestFirst ? some.reversed() : some) {
          offer(waiter, round.first.best(waiter), round);
        }
      } else {
        int[] contenders = contenders(some);
        if (contenders == null) {
          type.span = Math.max(FEW, some.size() / 2);
          continue;
        }
        offer(some, contenders, round);
      }
      at = end;
      type.span = Math.max(type.span, 2 * some.size());
    }
  }

  /** Takes out those that are gone; no other is touched where they are few. */
  private void forget(OfType type) {
    if (type.gone.size() > FEW) {
      type.waiting.removeIf(candidate -> gone.get(candidate.slot()));
    } else {
      for (Candidate candidate : type.gone) {
        type.waiting.remove(
            Collections.binarySearch(type.waiting, candidate, Candidate.BY_DEADLINE));
      }
    }
    type.gone.clear();
  }

  private int @Nullable [] contenders(List<Candidate> some, int... among) {
    return session.contenders(some.getFirst(), some.getLast(), plain.firstPhase(), ofAll, among);
  }

  /** Offers what may be chosen of some candidates to those of a few placements that come first. */
  private void offer(List<Candidate> some, int[] among, Round round) {
    if (among.length == 0) {
      some.forEach(this::waits);
    } else if (!areBehind(some, among, round)) {
      Candidate soonest = some.getFirst();
      offer(soonest, best(soonest, among), round);
      List<Candidate> others = some.subList(1, some.size());
      if (!others.isEmpty() && !areBehind(others, among, round)) {
        int half = (others.size() + 1) / 2;
        narrow(others.subList(0, half), among, round);
        narrow(others.subList(half, others.size()), among, round);
      }
    }
  }

  private void narrow(List<Candidate> some, int[] among, Round round) {
    int[] fewer = some.isEmpty() ? null : contenders(some, among);
    if (fewer != null) {
      offer(some, fewer, round);
    }
  }

  /** Whether the second phase would choose none of some candidates on any of a few placements. */
  private boolean areBehind(List<Candidate> some, int[] placements, Round round) {
    Candidate soonest = some.getFirst();
    Candidate first =
        types.get(soonest.task().type()).arrivedInOrder
            ? soonest
            : Collections.min(some, Candidate.BY_ARRIVAL);
    for (int placement : placements) {
      if (session.hasRoom(placement) && !round.second.areBehind(soonest, first, placement)) {
        return false;
      }
    }
    return true;
  }

  private int best(Candidate candidate, int... among) {
    int best = among[0];
    for (int placement : among) {
      if (plain.firstPhase().comesFirst(session, candidate, placement, best)) {
        best = placement;
      }
    }
    return best;
  }

  private void offer(Candidate candidate, int placement, Round round) {
    if (placement < 0 || !session.hasRoom(placement)) {
      waits(candidate);
    } else if (session.admits(candidate, placement)) {
      round.second.offer(candidate, placement);
    } else {
      leaves(candidate);
    }
  }

  private void waits(Candidate candidate) {
    if (!waitersMayMove) {
      leaves(candidate);
    }
  }

  /** The candidate is mapped no more. */
  private void leaves(Candidate candidate) {
    if (!gone.get(candidate.slot())) {
      gone.set(candidate.slot());
      types.get(candidate.task().type()).gone.add(candidate);
    }
  }
}
