package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Maps random candidates to random open choices of theirs, a machine in a P-state each
 * (DISSERTATION 4.3.4), until all candidates have been drawn.
 */
public final class RandomChoice implements MappingHeuristic {
  private static final int STREAM = 4;

  private final long seed;
  private int drawn;

  /**
   * A heuristic that has drawn nothing yet.
   *
   * @param seed of the random numbers
   */
  public RandomChoice(long seed) {
    this.seed = seed;
  }

  private int draw(int bound) {
    return (int) (UnitStream.of(seed, STREAM, drawn++, 0) * bound);
  }

  @Override
  public void map(MappingSession session) {
    List<Candidate> left = new ArrayList<>(session.open());
    ClosedTypes closed = new ClosedTypes(session);
    while (!left.isEmpty()) {
      Candidate candidate = left.remove(draw(left.size()));
      int[] open =
          closed.contain(candidate)
              ? new int[0]
              : IntStream.range(0, session.placements())
                  .filter(p -> OpenChoices.isOpen(session, candidate, p))
                  .toArray();
      if (open.length == 0) {
        closed.add(candidate);
      } else {
        int placement = open[draw(open.length)];
        session.assign(candidate, placement, Basis.of("choices", open.length));
      }
    }
  }
}
