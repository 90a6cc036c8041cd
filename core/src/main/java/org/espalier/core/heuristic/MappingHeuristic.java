package org.espalier.core.heuristic;

import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;

/** A mapping heuristic: decides which candidate goes to which machine in one mapping event. */
@FunctionalInterface
public interface MappingHeuristic {
  /**
   * Maps candidates by {@link MappingSession#assign} until it wants no more of them mapped, slots
   * run out or candidates do.
   *
   * @param session the state, with the pruner's drops already made; a pair that the pruner defers
   *     is not mapped whatever the heuristic says
   */
  void map(MappingSession session);

  /**
   * How many pairs of a candidate and a machine it measures in one event, as its source tells it;
   * by default each once.
   */
  default long evaluations(int candidates, int machines) {
    return (long) candidates * machines;
  }

  /**
   * When it is to be asked again at the latest if there are tasks to map, whatever the trigger
   * says, in ticks; empty by default.
   */
  default OptionalLong askAgainAt() {
    return OptionalLong.empty();
  }

  /** As {@link AllocationPolicy#price}. */
  default Optional<Basis> price(MappingSession session, Candidate candidate, int machine) {
    return Optional.empty();
  }
}
