package org.espalier.core.heuristic;

import java.util.stream.IntStream;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Maps candidates in order of arrival to a random placement among those that have room and can run
 * it. What is drawn is a function of the seed and the task (DISSERTATION 2.4.2).
 *
 * @param seed of the random numbers
 * @param limit which placements are drawn from
 */
public record RandomMachine(long seed, MachineTypeLimit limit) implements MappingHeuristic {
  private static final int STREAM = 1;

  /** A heuristic that draws from all placements. */
  public RandomMachine(long seed) {
    this(seed, MachineTypeLimit.NONE);
  }

  @Override
  public void map(MappingSession session) {
    for (Candidate candidate : session.open()) {
      int[] placements = placements(session, candidate);
      if (placements.length > 0) {
        double unit = UnitStream.of(seed, STREAM, candidate.task().id(), 0);
        int placement = placements[(int) (unit * placements.length)];
        session.assign(candidate, placement, Basis.of(choice(session), placements.length));
      }
    }
  }

  private static String choice(MappingSession session) {
    return session.placements() == session.machines()
        ? "machines to choose from"
        : "placements to choose from";
  }

  private int[] placements(MappingSession session, Candidate candidate) {
    OpenChoices choices = new OpenChoices(limit);
    return IntStream.range(0, session.placements())
        .filter(p -> choices.isPossible(session, candidate, p))
        .toArray();
  }
}
