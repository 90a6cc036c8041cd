package org.espalier.core.heuristic;

import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * An immediate-mode heuristic that looks at some machine types only (DISSERTATION 2.4.2): maps each
 * candidate in order of arrival to the best of its open choices there. Ties: lower placement id.
 * Stateless.
 *
 * @param limit machine types that are looked at
 * @param order order of the placements for a candidate
 */
public record TaskByTask(MachineTypeLimit limit, PairOrder order) implements MappingHeuristic {
  @Override
  public void map(MappingSession session) {
    OpenChoices choices = new OpenChoices(limit);
    ClosedTypes closed = new ClosedTypes(session);
    for (Candidate candidate : session.open()) {
      int best =
          closed.contain(candidate)
              ? OpenChoices.NONE
              : choices.first(session, candidate, order, OpenChoices.NONE);
      if (best == OpenChoices.NONE) {
        closed.add(candidate);
      } else {
        PairMeasure measure = order.first();
        double value = measure.of(session, candidate, best);
        session.assign(candidate, best, Basis.of(measure.name(), value));
      }
    }
  }
}
