package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.pmf.DroppingScope;

/**
 * The fast form of {@link TwoPhaseHeuristic}, which takes the same decisions and measures few
 * pairs. The first phase searches for the best placement by bounds. A candidate that has lost is
 * looked at no more where queues that grow cannot bring it back. It also says what filters refuse.
 * Stateless.
 *
 * @param plain the heuristic
 * @param patience so many best placements are searched for in an event before the candidates of a
 *     type are looked at together ({@link TypeRounds}); more where few wait
 */
public record FastTwoPhase(TwoPhaseHeuristic plain, int patience) implements MappingHeuristic {
  private static final int PATIENCE = 64;

  /** Of so many candidates, what is remembered of them spares most searches. */
  private static final int FEW = 512;

  private static final int WHERE_FEW_WAIT = 12;

  /** So many are looked at together at once, since to look at each takes longer. */
  private static final int MANY = 2_000;

  /** The fast form of a heuristic. */
  public FastTwoPhase(TwoPhaseHeuristic plain) {
    this(plain, PATIENCE);
  }

  /** A heuristic in its fastest form. */
  public static MappingHeuristic of(MappingHeuristic heuristic) {
    return heuristic instanceof TwoPhaseHeuristic plain ? new FastTwoPhase(plain) : heuristic;
  }

  @Override
  public void map(MappingSession session) {
    List<Candidate> hopeful = session.open();
    boolean byTypes = TypeRounds.suit(session, plain);
    long mostSearches =
        !byTypes
            ? Long.MAX_VALUE
            : session.searches() + (hopeful.size() > FEW ? patience : WHERE_FEW_WAIT * patience);
    byTypes &= hopeful.size() > MANY;
    while (!byTypes && !hopeful.isEmpty() && session.hasRoom()) {
      FirstPhaseChoice first = new FirstPhaseChoice(session, plain.machines(), plain.firstPhase());
      int[] best = first.best(hopeful, looksAtAll(session), mostSearches);
      byTypes = best == null;
      hopeful = best == null ? hopeful : round(session, hopeful, best);
    }
    if (byTypes) {
      new TypeRounds(session, plain, !losersStayLosers(session), hopeful).map();
    }
  }

  /**
   * Ends a round; returns the candidates that another one may still map, none if it is the last.
   */
  private List<Candidate> round(MappingSession session, List<Candidate> candidates, int... best) {
    SecondPhaseChoice second = new SecondPhaseChoice(session, plain.secondPhase());
    boolean waitersMayMove = !losersStayLosers(session);
    List<Candidate> hopeful = new ArrayList<>();
    for (int i = 0; i < best.length; i++) {
      if (best[i] != FirstPhaseChoice.PASSED_OVER
          && mayBeMapped(session, candidates.get(i), best[i], second, waitersMayMove)) {
        hopeful.add(candidates.get(i));
      }
    }
    Set<Candidate> taken = new HashSet<>();
    if (!second.assign(offer -> taken.add(offer.candidate()))) {
      return List.of();
    }
    hopeful.removeAll(taken);
    return hopeful;
  }

  /**
   * Offers a candidate to its best placement, if that has room and filters do not refuse it; else
   * it waits. Whether it may be mapped in this round or a later one.
   */
  private static boolean mayBeMapped(
      MappingSession session,
      Candidate candidate,
      int placement,
      SecondPhaseChoice second,
      boolean waitersMayMove) {
    boolean room = placement >= 0 && session.hasRoom(placement);
    if (placement >= 0
        && (room || session.event().explain())
        && !session.admits(candidate, placement)) {
      session.noteRefused(candidate, placement);
      return !room && waitersMayMove;
    }
    if (room) {
      second.offer(candidate, placement);
    }
    return room || waitersMayMove;
  }

  /**
   * Whether candidates that no machine with room may get must be looked at too. That is so where
   * they may be waiting for a full one and find another later, or where each deferral is to be
   * told.
   */
  private boolean looksAtAll(MappingSession session) {
    boolean mayWait = plain.machines() == FirstPhase.ALL_MACHINES && !losersStayLosers(session);
    return mayWait || session.event().explain();
  }

  /**
   * Whether a candidate whose best machine is full in one round has no other in the next. Queues
   * only grow between rounds, and those that are full stay as they are; so a machine with room
   * cannot overtake a full one, nor a chance of success rise above the deferring threshold.
   */
  private boolean losersStayLosers(MappingSession session) {
    return plain.firstPhase().onlyFallsBack()
        && session.event().rules().scope() != DroppingScope.PENDING;
  }
}
