package org.espalier.core.allocation;

import java.util.Set;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskTrait;

/**
 * The claim that a number depends on some traits of the task only. It is held against another task
 * that agrees in these and, as far as there is another value, in no others.
 *
 * @param name what the number is called
 */
record TraitClaim(String name, Set<TaskTrait> traits, PairNumber function) {
  /** Numbers of the session that are asked for in another order may differ by a rounding. */
  private static final double TOLERANCE = 1e-6;

  /**
   * Checks it for a pair.
   *
   * @param number the number of the pair
   * @throws AssertionError if it is wrong
   */
  void check(MappingSession session, Candidate candidate, int placement, double number) {
    Task task = OtherTask.of(candidate.task(), traits, session.system().taskTypes().size());
    Candidate alike = new Candidate(task, session.placements());
    if (session.canRun(alike, placement)) {
      double other = function.of(session, alike, placement);
      if (!isSame(number, other)) {
        throw new AssertionError(
            "measure \"%s\" says that it depends on %s of a task only; for %s it is %s, for %s %s"
                .formatted(name, traits, candidate, number, alike, other));
      }
    }
  }

  private static boolean isSame(double number, double other) {
    if (!Double.isFinite(number) || !Double.isFinite(other)) {
      return Double.compare(number, other) == 0;
    }
    return Math.abs(number - other) <= TOLERANCE * Math.max(1, Math.abs(number));
  }
}
