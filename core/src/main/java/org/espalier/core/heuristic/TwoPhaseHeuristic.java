package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.pmf.DroppingScope;
import org.jspecify.annotations.Nullable;

/**
 * A two-phase batch heuristic (THESIS 3.3.1): the first phase finds the best machine for each
 * candidate, the second the best candidate for each machine with room; these are assigned, at most
 * one to each machine, and the phases repeat until slots or candidates run out.
 *
 * <p>Ties: lower machine index in the first phase, earlier arrival in the second. A candidate whose
 * pair the pruner defers in the first phase is deferred until the next mapping event, even if
 * another machine becomes its best in a later round. Stateless.
 */
public final class TwoPhaseHeuristic implements MappingHeuristic {
  private final FirstPhase machines;
  private final PairOrder firstPhase;
  private final PairOrder secondPhase;

  /**
   * A heuristic of two orders.
   *
   * @param machines which machines the first phase looks at
   * @param firstPhase order of the machines for a candidate
   * @param secondPhase order of the candidates for a machine
   */
  public TwoPhaseHeuristic(FirstPhase machines, PairOrder firstPhase, PairOrder secondPhase) {
    this.machines = machines;
    this.firstPhase = firstPhase;
    this.secondPhase = secondPhase;
  }

  @Override
  public void map(MappingSession session) {
    if (session.hasRoom() && !session.open().isEmpty()) {
      FirstPhaseSearch search = new FirstPhaseSearch(session, machines, firstPhase);
      List<Candidate> hopeful = session.open();
      while (session.hasRoom() && !hopeful.isEmpty()) {
        hopeful = round(session, search, hopeful);
        search.lookAgain();
      }
    }
  }

  /**
   * Both phases once; returns the candidates that another round may still map, none if it ended.
   */
  private List<Candidate> round(
      MappingSession session, FirstPhaseSearch search, List<Candidate> candidates) {
    @Nullable Candidate[] best = new Candidate[session.machines()];
    List<Candidate> hopeful = new ArrayList<>();
    boolean waitersMayMove = !losersStayLosers(session);
    boolean looksAtAll = looksAtAll(session, waitersMayMove);
    for (Candidate candidate : candidates) {
      if (!looksAtAll && !session.isMappable(candidate)) {
        continue;
      }
      int machine = search.bestMachineWithRoom(candidate);
      boolean stays = machine < 0 ? waitersMayMove : !defers(session, candidate, machine);
      if (stays) {
        hopeful.add(candidate);
      }
      if (stays && machine >= 0 && comesFirst(session, candidate, best[machine], machine)) {
        best[machine] = candidate;
      }
    }
    if (!assign(session, best)) {
      return List.of();
    }
    hopeful.removeAll(new HashSet<>(Arrays.asList(best)));
    return hopeful;
  }

  /**
   * Whether candidates that no machine with room may get must be looked at too: where they may be
   * waiting for a full one and find another later, or each deferral is to be told.
   */
  private boolean looksAtAll(MappingSession session, boolean waitersMayMove) {
    boolean mayWait = machines == FirstPhase.ALL_MACHINES && waitersMayMove;
    return mayWait || session.event().explain();
  }

  private static boolean defers(MappingSession session, Candidate candidate, int machine) {
    boolean defers = session.isDeferred(candidate, machine);
    if (defers) {
      session.noteDeferred(candidate, machine);
    }
    return defers;
  }

  /**
   * Whether a candidate whose best machine is full in one round has no other in the next. Queues
   * only grow between rounds, and those that are full stay as they are; so a machine with room
   * cannot overtake a full one, nor a chance of success rise above the deferring threshold.
   */
  private boolean losersStayLosers(MappingSession session) {
    return firstPhase.onlyFallsBack() && session.event().rules().scope() != DroppingScope.PENDING;
  }

  private boolean comesFirst(
      MappingSession session, Candidate candidate, @Nullable Candidate other, int machine) {
    if (other == null) {
      return true;
    }
    boolean numbersAreDear = session.event().rules().evicts();
    if (numbersAreDear
        && secondPhase.scoreAtLeast(session, candidate, machine)
            > secondPhase.score(session, other, machine)) {
      return false;
    }
    return secondPhase.compare(session, candidate, machine, other, machine) < 0;
  }

  private boolean assign(MappingSession session, @Nullable Candidate[] best) {
    boolean any = false;
    for (int m = 0; m < best.length; m++) {
      Candidate candidate = best[m];
      if (candidate != null) {
        PairMeasure measure = secondPhase.first();
        Basis basis = Basis.of(measure.name(), measure.of(session, candidate, m));
        any |= session.assign(candidate, m, basis);
      }
    }
    return any;
  }
}
