package org.espalier.core.heuristic;

import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.jspecify.annotations.Nullable;

/**
 * A two-phase batch heuristic (THESIS 3.3.1): the first phase finds the best machine for each
 * candidate, the second the best candidate for each machine with room; these are assigned, at most
 * one to each machine, and the phases repeat until slots or candidates run out.
 *
 * <p>Ties: lower machine index in the first phase, earlier arrival in the second. A candidate whose
 * pair the pruner defers is passed over. Stateless.
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
      while (session.hasRoom() && round(session, search)) {
        // Each round renews what the first phase saw.
      }
      if (session.event().explain()) {
        explainDeferred(session, search);
      }
    }
  }

  private boolean round(MappingSession session, FirstPhaseSearch search) {
    @Nullable Candidate[] best = new Candidate[session.machines()];
    for (Candidate candidate : session.open()) {
      int machine = session.isMappable(candidate) ? search.bestMachineWithRoom(candidate) : -1;
      if (machine >= 0
          && !session.isDeferred(candidate, machine)
          && comesFirst(session, candidate, best[machine], machine)) {
        best[machine] = candidate;
      }
    }
    return assign(session, best);
  }

  private boolean comesFirst(
      MappingSession session, Candidate candidate, @Nullable Candidate other, int machine) {
    return other == null || secondPhase.compare(session, candidate, machine, other, machine) < 0;
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

  private static void explainDeferred(MappingSession session, FirstPhaseSearch search) {
    for (Candidate candidate : session.open()) {
      int machine = search.bestMachine(candidate);
      if (machine >= 0 && session.isDeferred(candidate, machine)) {
        session.noteDeferred(candidate, machine);
      }
    }
  }
}
