package org.espalier.core.heuristic;

import java.util.stream.IntStream;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Maps candidates in order of arrival to a random machine among their open choices, in its fastest
 * P-state. What is drawn is a function of the seed and the task (DISSERTATION 2.4.2).
 *
 * @param seed of the random numbers
 * @param limit machines of which types are drawn from
 */
public record RandomMachine(long seed, MachineTypeLimit limit) implements MappingHeuristic {
  private static final int STREAM = 1;

  /** A heuristic that draws from all machines. */
  public RandomMachine(long seed) {
    this(seed, MachineTypeLimit.NONE);
  }

  @Override
  public void map(MappingSession session) {
    ClosedTypes closed = new ClosedTypes(session);
    for (Candidate candidate : session.open()) {
      int[] placements = closed.contain(candidate) ? new int[0] : placements(session, candidate);
      if (placements.length == 0) {
        closed.add(candidate);
      } else {
        double unit = UnitStream.of(seed, STREAM, candidate.task().id(), 0);
        int placement = placements[(int) (unit * placements.length)];
        session.assign(
            candidate, placement, Basis.of("machines to choose from", placements.length));
      }
    }
  }

  private int[] placements(MappingSession session, Candidate candidate) {
    OpenChoices choices = new OpenChoices(limit);
    return IntStream.range(0, session.machines())
        .filter(m -> choices.allows(session, candidate, session.queue(m).machine().type().id()))
        .map(session::fastestPlacement)
        .filter(p -> OpenChoices.isOpen(session, candidate, p))
        .toArray();
  }
}
