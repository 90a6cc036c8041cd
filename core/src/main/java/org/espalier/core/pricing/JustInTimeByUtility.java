package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.heuristic.MappingHeuristic;

/**
 * Just-in-time price matching where tasks earn utility: a task is mapped only if it would start
 * before the next mapping event. Worth is the expected utility less the price of the machine time
 * that the task takes less the price of its energy. Who starts where comes from a matching of
 * greatest worth between the waiting tasks and the machines, busy ones included: a task that is
 * better served by a machine that is soon free is reserved for it. A task of no worth waits; one
 * that would have none even at half the prices is dropped.
 *
 * <p>Matching is repeated while machines are free before the next event, since short tasks leave
 * time for others.
 */
public final class JustInTimeByUtility implements MappingHeuristic {
  /** The most candidates that are matched at a time. */
  private static final int MOST_CANDIDATES = 300;

  private final UtilityPrices prices;
  private final PutOffTasks putOff = new PutOffTasks();

  private JustInTimeByUtility(UtilityPrices prices) {
    this.prices = prices;
  }

  /**
   * A policy that has seen nothing yet.
   *
   * @param forecast what is known of the load to come
   */
  public static JustInTimeByUtility of(Forecast forecast) {
    return new JustInTimeByUtility(new UtilityPrices(forecast));
  }

  @Override
  public OptionalLong askAgainAt() {
    return putOff.askAgainAt();
  }

  @Override
  public void map(MappingSession session) {
    int[] machines = machinesByType(session);
    prices.update(session, machines);
    PairWorth worth = new PairWorth(prices, session.system(), machines);
    mapInTurn(session, worth, wanted(session, worth));
    putOff.look(session, prices.holdTime());
  }

  /** If there are more than are matched at a time, those that could start now come first. */
  private static void mapInTurn(MappingSession session, PairWorth worth, List<Valued> wanted) {
    List<Valued> left = wanted;
    boolean goesOn = true;
    while (goesOn && left.size() > MOST_CANDIDATES) {
      int[] free = new PriceRounds(session, worth, List.of()).freeTypes();
      List<Valued> starting = new ArrayList<>();
      List<Valued> others = new ArrayList<>();
      for (Valued valued : left) {
        (couldStart(session, worth, valued, free) ? starting : others).add(valued);
      }
      List<Valued> some =
          Stream.concat(starting.stream(), others.stream()).limit(MOST_CANDIDATES).toList();
      goesOn = new PriceRounds(session, worth, inOrder(some)).map();
      left = starting.subList(Math.min(MOST_CANDIDATES, starting.size()), starting.size());
    }
    if (goesOn && !left.isEmpty()) {
      new PriceRounds(session, worth, inOrder(left)).map();
    }
  }

  private static boolean couldStart(
      MappingSession session, PairWorth worth, Valued valued, int... free) {
    return Arrays.stream(free)
        .anyMatch(type -> worth.on(type, valued.candidate().task(), session.now()) > 0);
  }

  private static int[] machinesByType(MappingSession session) {
    int[] machines = new int[session.system().machineTypes().size()];
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      machines[queue.machine().type().id()] += queue.isAvailable() ? 1 : 0;
    }
    return machines;
  }

  /**
   * The candidates of some worth; those of none for good are dropped. If there are more than are
   * matched at a time, the best ones come first.
   */
  private static List<Valued> wanted(MappingSession session, PairWorth worth) {
    List<Valued> wanted = new ArrayList<>();
    for (Candidate candidate : session.open()) {
      double best = worth.best(candidate.task(), session.now(), 1);
      if (best > 0) {
        wanted.add(new Valued(wanted.size(), candidate, best));
      } else if (best != Double.NEGATIVE_INFINITY) {
        dropIfHopeless(session, worth, candidate);
      }
    }
    if (wanted.size() > MOST_CANDIDATES) {
      wanted.sort(Comparator.comparingDouble(Valued::worth).reversed());
    }
    return wanted;
  }

  private static void dropIfHopeless(MappingSession session, PairWorth worth, Candidate candidate) {
    double atHalf = worth.best(candidate.task(), session.now(), 0.5);
    if (atHalf <= 0) {
      session.discard(
          candidate, DropReason.LOW_UTILITY, new Basis("worth at half the prices", atHalf, 0));
    }
  }

  private record Valued(int place, Candidate candidate, double worth) {}

  /** In the order in which they wait. */
  private static List<Candidate> inOrder(List<Valued> some) {
    return some.stream()
        .sorted(Comparator.comparingInt(Valued::place))
        .map(Valued::candidate)
        .toList();
  }
}
