package org.espalier.core.allocation;

import java.util.Optional;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;

/**
 * Says which pairs of a candidate and a placement are not mapped in a mapping event. A session maps
 * a pair that a heuristic has chosen if all its filters admit it; else the candidate stays in the
 * batch queue until the next event. A heuristic may ask first ({@link MappingSession#admits}) and
 * choose among the pairs that are left. Deferring is a filter ({@link DeferringFilter}), and users
 * may add their own.
 *
 * <p>A filter is asked about the state of a session with the decisions taken so far, at the end of
 * the machine's queue, and gives the same answer for the same state.
 */
public interface PairFilter {
  /** Its name as it stands in explanations and journals, for example "deferring". */
  String reason();

  /**
   * Why a candidate whose pair is refused leaves the system, where it does; by default it stays in
   * the batch queue. The same whenever it is asked.
   */
  default Optional<DropReason> discards() {
    return Optional.empty();
  }

  /** Whether a candidate may be mapped to a placement whose machine can run it. */
  boolean admits(MappingState state, Candidate candidate, int placement);

  /** Whether it gives tasks of one type the same answer, whatever else differs. */
  default boolean mindsTypeOnly() {
    return false;
  }

  /** The number that decides whether it admits a pair, with what it is held against. */
  Basis basis(MappingState state, Candidate candidate, int placement);

  /**
   * Whether it may admit a candidate on a machine with room. It says no only where that is surely
   * so for the rest of the mapping event, and cheaper than by asking about each placement; the
   * candidate is then passed over. One that says so too soon is caught where Java's assertions are
   * on.
   */
  default boolean mayAdmit(MappingState state, Candidate candidate) {
    return true;
  }
}
