package org.espalier.core.heuristic;

import java.util.BitSet;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MappingSession;

/**
 * A heuristic that takes candidates one after the other and maps each at once, without regard to
 * those to come. That is the immediate mode of THESIS 3.3.2 and DISSERTATION 2.4.2, and the orders
 * of DISSERTATION 4.3.4. With unbounded machine queues every task is mapped on arrival.
 *
 * @param order in which candidates are taken
 * @param choice where each is mapped
 */
public record OneByOne(TaskOrder order, PlacementChoice choice) implements MappingHeuristic {
  private static final int STREAM = 4;

  /** Takes candidates in order of arrival. */
  public OneByOne(PlacementChoice choice) {
    this(TaskOrder.AS_THEY_WAIT, choice);
  }

  /** Maps random candidates to random open choices of theirs (DISSERTATION 4.3.4). */
  public static OneByOne atRandom(long seed) {
    PrimitiveIterator.OfDouble units =
        IntStream.iterate(0, drawn -> drawn + 1)
            .mapToDouble(drawn -> UnitStream.of(seed, STREAM, drawn, 0))
            .iterator();
    return new OneByOne(
        TaskOrder.random(units::nextDouble), PlacementChoice.random(units::nextDouble));
  }

  @Override
  public void map(MappingSession session) {
    // Choices only close while tasks are mapped. So where the type alone decides, a long queue of
    // tasks that a filter refuses costs no look at all machines for each of them.
    BitSet closed = new BitSet();
    boolean typeDecides = session.filtersMindTypeOnly();
    order.take(
        session.open(),
        candidate -> {
          int type = candidate.task().type();
          if (!closed.get(type)) {
            choice
                .of(session, candidate)
                .ifPresentOrElse(
                    chosen -> session.assign(candidate, chosen.placement(), chosen.basis()),
                    () -> closed.set(type, typeDecides));
          }
        });
  }
}
