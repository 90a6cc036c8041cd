package org.espalier.core.heuristic;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Maps candidates in order of arrival to a random placement among those that have room and can run
 * it.
 */
public final class RandomMachine implements MappingHeuristic {
  /** What {@link SplittableRandom} adds to its state for each number. */
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  /** The state of the generator, in full, so that it can be copied. */
  private long state;

  /**
   * A heuristic that draws from a generator of its own.
   *
   * @param seed of the generator
   */
  public RandomMachine(long seed) {
    this.state = seed;
  }

  @Override
  public MappingHeuristic copy() {
    return new RandomMachine(state);
  }

  private int draw(int bound) {
    int number = new SplittableRandom(state).nextInt(bound);
    state += GAMMA;
    return number;
  }

  @Override
  public void map(MappingSession session) {
    for (Candidate candidate : session.open()) {
      int[] placements = placements(session, candidate);
      if (placements.length > 0) {
        int placement = placements[draw(placements.length)];
        session.assign(candidate, placement, Basis.of(choice(session), placements.length));
      }
    }
  }

  private static String choice(MappingSession session) {
    return session.placements() == session.machines()
        ? "machines to choose from"
        : "placements to choose from";
  }

  private static int[] placements(MappingSession session, Candidate candidate) {
    return IntStream.range(0, session.placements())
        .filter(p -> session.hasRoom(p) && session.canRun(candidate, p))
        .toArray();
  }
}
