package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.model.Task;
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

  /** By arrival, which candidates are mapped no more. */
  private final BitSet gone = new BitSet();

  /** A candidate, its number in order of arrival and its deadline. */
  private record Waiter(Candidate candidate, int arrival, long deadline) {}

  /** The candidates of one type in order of their deadlines. */
  private static final class OfType {
    private final List<Waiter> waiting;

    /** By which chance of success the last one is deferred, and whether all are by the same. */
    private double threshold;

    private boolean areAlike = true;
    private boolean isInOrder = true;

    /** How many of them are to be looked at together, by what was found before. */
    private int span = FEW;

    OfType(int expected) {
      this.waiting = new ArrayList<>(expected);
    }

    void add(Waiter waiter, double deferredBy) {
      areAlike &= waiting.isEmpty() || deferredBy == threshold;
      isInOrder &= waiting.isEmpty() || waiter.deadline >= waiting.getLast().deadline;
      threshold = deferredBy;
      waiting.add(waiter);
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
    int taskTypes = session.system().taskTypes().size();
    int expected = 2 * candidates.size() / taskTypes;
    IntStream.range(0, taskTypes).forEach(_ -> types.add(new OfType(expected)));
    for (int i = 0; i < candidates.size(); i++) {
      Candidate candidate = candidates.get(i);
      Task task = candidate.task();
      Waiter waiter = new Waiter(candidate, i, task.deadline());
      types.get(task.type()).add(waiter, session.threshold(candidate));
    }
    for (OfType type : types) {
      if (!type.isInOrder) {
        type.waiting.sort(Comparator.comparingLong(Waiter::deadline));
      }
      if (session.hasFilters() && !(ofAll && waitersMayMove)) {
        passOver(type);
      }
    }
  }

  /**
   * Passes over those that filters surely refuse. Where all are deferred by the same chance of
   * success, these are the ones with the soonest deadlines.
   */
  private void passOver(OfType type) {
    if (!type.areAlike) {
      for (Waiter waiter : type.waiting.reversed()) {
        gone.set(waiter.arrival, !session.isMappable(waiter.candidate));
      }
      return;
    }
    int from = 0;
    for (int to = type.waiting.size(); from < to; ) {
      int middle = (from + to) / 2;
      if (session.isMappable(type.waiting.get(middle).candidate)) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    type.waiting.subList(0, from).clear();
  }

  /**
   * Whether the rounds decide what the plain heuristic does. What a filter refuses in one round it
   * must refuse in all, since not all that it would refuse is asked for.
   */
  static boolean suit(MappingSession session, TwoPhaseHeuristic plain) {
    PairOrder first = plain.firstPhase();
    boolean staysRefused =
        !session.hasFilters()
            || (first.number() == TailNumber.CHANCE_OF_SUCCESS && session.onlyDefers());
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
      any = round.second.assign(offer -> gone.set(offer.arrival()));
    }
  }

  private void look(OfType type, Round round) {
    if (!gone.isEmpty()) {
      type.waiting.removeIf(waiter -> gone.get(waiter.arrival));
    }
    boolean latestFirst = plain.firstPhase().number() == TailNumber.CHANCE_OF_SUCCESS;
    int at = 0;
    while (at < type.waiting.size()) {
      int end = Math.min(type.waiting.size(), at + type.span);
      List<Waiter> some = type.waiting.subList(at, end);
      if (some.size() <= FEW) {
        for (Waiter waiter : latestFirst ? some.reversed() : some) {
          offer(waiter, round.first.best(waiter.candidate), round);
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

  private int @Nullable [] contenders(List<Waiter> some, int... among) {
    return session.contenders(
        some.getFirst().candidate, some.getLast().candidate, plain.firstPhase(), ofAll, among);
  }

  /** Offers what may be chosen of some candidates to those of a few placements that come first. */
  private void offer(List<Waiter> some, int[] among, Round round) {
    if (among.length == 0) {
      some.forEach(this::waits);
    } else if (!areBehind(some, among, round)) {
      Waiter soonest = some.getFirst();
      offer(soonest, best(soonest.candidate, among), round);
      List<Waiter> others = some.subList(1, some.size());
      if (!others.isEmpty() && !areBehind(others, among, round)) {
        int half = (others.size() + 1) / 2;
        narrow(others.subList(0, half), among, round);
        narrow(others.subList(half, others.size()), among, round);
      }
    }
  }

  private void narrow(List<Waiter> some, int[] among, Round round) {
    int[] fewer = some.isEmpty() ? null : contenders(some, among);
    if (fewer != null) {
      offer(some, fewer, round);
    }
  }

  /** Whether the second phase would choose none of some candidates on any of a few placements. */
  private boolean areBehind(List<Waiter> some, int[] placements, Round round) {
    int arrival = Integer.MAX_VALUE;
    for (Waiter waiter : some) {
      arrival = Math.min(arrival, waiter.arrival);
    }
    for (int placement : placements) {
      if (session.hasRoom(placement)
          && !round.second.areBehind(some.getFirst().candidate, arrival, placement)) {
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

  private void offer(Waiter waiter, int placement, Round round) {
    if (placement < 0 || !session.hasRoom(placement)) {
      waits(waiter);
    } else if (session.admits(waiter.candidate, placement)) {
      round.second.offer(waiter.candidate, waiter.arrival, placement);
    } else {
      gone.set(waiter.arrival);
    }
  }

  private void waits(Waiter waiter) {
    if (!waitersMayMove) {
      gone.set(waiter.arrival);
    }
  }
}
