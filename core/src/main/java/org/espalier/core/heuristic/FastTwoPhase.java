package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
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
 */
public record FastTwoPhase(TwoPhaseHeuristic plain) implements MappingHeuristic {
  /** What comes of a candidate in the first phase of a round. */
  private enum Outcome {
    /** The best machine of the candidate has room. */
    OFFERED,
    /** No machine, or one without room, is its best. */
    WAITS,
    /** A filter refuses it. */
    REFUSED
  }

  /** A heuristic in its fastest form. */
  public static MappingHeuristic of(MappingHeuristic heuristic) {
    return heuristic instanceof TwoPhaseHeuristic plain ? new FastTwoPhase(plain) : heuristic;
  }

  @Override
  public void map(MappingSession session) {
    List<Candidate> hopeful = session.open();
    while (session.hasRoom() && !hopeful.isEmpty()) {
      hopeful = round(session, hopeful);
    }
  }

  /**
   * Both phases once; returns the candidates that another round may still map, none if it ended.
   */
  private List<Candidate> round(MappingSession session, List<Candidate> candidates) {
    boolean waitersMayMove = !losersStayLosers(session);
    boolean looksAtAll = looksAtAll(session, waitersMayMove);
    FirstPhaseChoice first = new FirstPhaseChoice(session, plain.machines(), plain.firstPhase());
    int[] best = first.best(candidates, looksAtAll);
    SecondPhaseChoice second = new SecondPhaseChoice(session, plain.secondPhase());
    List<Candidate> hopeful = new ArrayList<>();
    for (int i = 0; i < best.length; i++) {
      if (best[i] == FirstPhaseChoice.PASSED_OVER) {
        continue;
      }
      Candidate candidate = candidates.get(i);
      Outcome outcome = offer(session, candidate, best[i], second);
      if (outcome == Outcome.OFFERED || (outcome == Outcome.WAITS && waitersMayMove)) {
        hopeful.add(candidate);
      }
    }
    if (!second.assign() || !session.hasRoom()) {
      return List.of();
    }
    hopeful.removeAll(second.chosen());
    return hopeful;
  }

  /** Offers a candidate to its best placement, if that has room; what came of it. */
  private static Outcome offer(
      MappingSession session, Candidate candidate, int placement, SecondPhaseChoice second) {
    if (placement < 0) {
      return Outcome.WAITS;
    }
    boolean room = session.hasRoom(placement);
    if (room || session.event().explain()) {
      boolean admitted = session.admits(candidate, placement);
      if (!admitted) {
        session.noteRefused(candidate, placement);
      }
      if (room && !admitted) {
        return Outcome.REFUSED;
      }
    }
    if (room) {
      second.offer(candidate, placement);
    }
    return room ? Outcome.OFFERED : Outcome.WAITS;
  }

  /**
   * Whether candidates that no machine with room may get must be looked at too. That is so where
   * they may be waiting for a full one and find another later, or where each deferral is to be
   * told.
   */
  private boolean looksAtAll(MappingSession session, boolean waitersMayMove) {
    boolean mayWait = plain.machines() == FirstPhase.ALL_MACHINES && waitersMayMove;
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
