package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.pmf.DroppingScope;

/**
 * A two-phase batch heuristic (THESIS 3.3.1): the first phase finds the best placement for each
 * candidate, the second the best candidate for each machine with room; these are assigned, at most
 * one to each machine, and the phases repeat until slots or candidates run out.
 *
 * <p>Ties: lower placement id in the first phase, earlier arrival in the second. A candidate whose
 * pair a filter refuses in the first phase is deferred until the next mapping event, even if
 * another placement becomes its best in a later round. Stateless.
 */
public final class TwoPhaseHeuristic implements MappingHeuristic {
  /** What comes of a candidate in the first phase of a round. */
  private enum Outcome {
    /** Its best machine has room. */
    OFFERED,
    /** No machine, or one without room, is its best. */
    WAITS,
    /** A filter refuses it. */
    REFUSED
  }

  private final FirstPhase machines;
  private final PairOrder firstPhase;
  private final PairOrder secondPhase;

  /**
   * A heuristic of two orders.
   *
   * @param machines which machines the first phase looks at
   * @param firstPhase order of the placements for a candidate
   * @param secondPhase order of the candidates for a machine
   */
  public TwoPhaseHeuristic(FirstPhase machines, PairOrder firstPhase, PairOrder secondPhase) {
    this.machines = machines;
    this.firstPhase = firstPhase;
    this.secondPhase = secondPhase;
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
    FirstPhaseChoice first = new FirstPhaseChoice(session, machines, firstPhase, !looksAtAll);
    int[] best = first.best(candidates, looksAtAll);
    SecondPhaseChoice second =
        new SecondPhaseChoice(
            session, secondPhase, pair -> first.isBest(pair.candidate(), pair.placement()));
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
    second.removeSettled(hopeful);
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
   * Whether candidates that no machine with room may get must be looked at too: where they may be
   * waiting for a full one and find another later, or each deferral is to be told.
   */
  private boolean looksAtAll(MappingSession session, boolean waitersMayMove) {
    boolean mayWait = machines == FirstPhase.ALL_MACHINES && waitersMayMove;
    return mayWait || session.event().explain();
  }

  /**
   * Whether a candidate whose best machine is full in one round has no other in the next. Queues
   * only grow between rounds, and those that are full stay as they are; so a machine with room
   * cannot overtake a full one, nor a chance of success rise above the deferring threshold.
   */
  private boolean losersStayLosers(MappingSession session) {
    return firstPhase.onlyFallsBack() && session.event().rules().scope() != DroppingScope.PENDING;
  }
}
