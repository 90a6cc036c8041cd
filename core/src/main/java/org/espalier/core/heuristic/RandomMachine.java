package org.espalier.core.heuristic;

import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Maps candidates in order of arrival to a random machine among those that have room and can run
 * it.
 */
public final class RandomMachine implements MappingHeuristic {
  private final RandomGenerator random;

  /**
   * A heuristic that draws from a generator of its own.
   *
   * @param random a seeded generator
   */
  public RandomMachine(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public void map(MappingSession session) {
    for (Candidate candidate : session.open()) {
      int[] machines = machines(session, candidate);
      if (machines.length > 0) {
        int machine = machines[random.nextInt(machines.length)];
        session.assign(candidate, machine, Basis.of("machines to choose from", machines.length));
      }
    }
  }

  private static int[] machines(MappingSession session, Candidate candidate) {
    return IntStream.range(0, session.machines())
        .filter(m -> session.hasRoom(m) && session.canRun(candidate, m))
        .toArray();
  }
}
