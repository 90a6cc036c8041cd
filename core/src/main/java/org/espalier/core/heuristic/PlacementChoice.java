package org.espalier.core.heuristic;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.model.Arguments;

/**
 * Where a heuristic maps a candidate, without regard to others. Ties: lower placement id.
 *
 * <p>Some choices look at open placements only: what a filter refuses is passed over for the next
 * best. The others look at all with room; where a filter refuses their choice, the task waits.
 */
@FunctionalInterface
public interface PlacementChoice {
  /**
   * A placement that was chosen.
   *
   * @param basis the number this is based on
   */
  record Chosen(int placement, Basis basis) {}

  /** The choice for a candidate; empty if there is none, and then for none of its type. */
  Optional<Chosen> of(MappingSession session, Candidate candidate);

  /** The first in an order of all placements with room. */
  static PlacementChoice best(PairOrder order) {
    return (session, candidate) ->
        chosen(session, candidate, order, session.bestPlacement(candidate, order, false));
  }

  /**
   * The first in an order of those with room that execute a candidate fastest.
   *
   * @param share of all placements that are looked at, those with the lowest mean execution time,
   *     at least one; in (0, 1]
   */
  static PlacementChoice bestOfFastest(double share, PairOrder order) {
    Arguments.refuse(
        !(share > 0 && share <= 1), "share of best placements is %s; expected (0, 1]", share);
    return (session, candidate) -> {
      double[] means =
          IntStream.range(0, session.placements())
              .mapToDouble(p -> session.meanExecutionTime(candidate, p))
              .toArray();
      int best =
          IntStream.range(0, means.length)
              .boxed()
              .sorted(Comparator.comparingDouble(p -> means[p]))
              .limit(Math.max(1, Math.round(share * means.length)))
              .filter(p -> session.hasRoom(p) && session.canRun(candidate, p))
              .reduce((a, b) -> order.comesFirst(session, candidate, a, b) ? a : b)
              .orElse(OpenChoices.NONE);
      return chosen(session, candidate, order, best);
    };
  }

  /**
   * The first in an order of the open choices (DISSERTATION 2.4.2).
   *
   * @param limit machine types that are looked at
   */
  static PlacementChoice bestOpen(MachineTypeLimit limit, PairOrder order) {
    return bestOpen(new OpenChoices(limit), order);
  }

  /**
   * An open choice on the machine that is free first (DISSERTATION 4.3.4).
   *
   * @param allPStates whether a machine is offered in each P-state, the fastest first, before the
   *     next machine is; else in its fastest only
   */
  static PlacementChoice freeFirst(boolean allPStates) {
    return bestOpen(
        new OpenChoices(MachineTypeLimit.NONE, allPStates),
        PairOrder.lowest(PairMeasure.READY_TIME));
  }

  private static PlacementChoice bestOpen(OpenChoices choices, PairOrder order) {
    return (session, candidate) ->
        chosen(
            session, candidate, order, choices.first(session, candidate, order, OpenChoices.NONE));
  }

  /**
   * A random one of the machines with an open choice, in its fastest P-state. What is drawn is a
   * function of the seed and the task (DISSERTATION 2.4.2).
   *
   * @param limit machines of which types are drawn from
   */
  static PlacementChoice randomMachine(MachineTypeLimit limit, long seed) {
    OpenChoices choices = new OpenChoices(limit, false);
    return (session, candidate) ->
        drawn(
            "machines to choose from",
            choices.all(session, candidate),
            () -> UnitStream.of(seed, 1, candidate.task().id(), 0));
  }

  /**
   * A random one of all open choices.
   *
   * @param units random numbers in [0, 1)
   */
  static PlacementChoice random(DoubleSupplier units) {
    return (session, candidate) -> drawn("choices", OpenChoices.ALL.all(session, candidate), units);
  }

  /**
   * One machine after the other, in its fastest P-state, that has room and can run the candidate
   * (DISSERTATION 2.4.2); it begins with the first one.
   *
   * @param order each machine of the system once; empty for the order of the system
   */
  static PlacementChoice roundRobin(int... order) {
    int[] fixed = order.clone();
    return new RoundRobin(
        machines -> fixed.length == 0 ? IntStream.range(0, machines).toArray() : fixed);
  }

  /** The same in a random order, which is kept. */
  static PlacementChoice shuffledRoundRobin(long seed) {
    return new RoundRobin(machines ->
        IntStream.range(0, machines)
            .boxed()
            .sorted(Comparator.comparingDouble(m -> UnitStream.of(seed, 2, m, 0)))
            .mapToInt(Integer::intValue)
            .toArray());
  }

  private static Optional<Chosen> drawn(String measure, int[] open, DoubleSupplier units) {
    if (open.length == 0) {
      return Optional.empty();
    }
    int placement = open[(int) (units.getAsDouble() * open.length)];
    return Optional.of(new Chosen(placement, Basis.of(measure, open.length)));
  }

  private static Optional<Chosen> chosen(
      MappingSession session, Candidate candidate, PairOrder order, int placement) {
    return placement == OpenChoices.NONE
        ? Optional.empty()
        : Optional.of(new Chosen(placement, order.basis(session, candidate, placement)));
  }
}
