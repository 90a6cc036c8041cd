package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.Task;

/**
 * Just-in-time price matching where tasks earn utility: a task is mapped only if it would start
 * before the next mapping event. Worth is the expected utility less the price of the machine time
 * that the task takes less the price of its energy. Who starts where comes from a matching of
 * greatest worth between the waiting tasks and the machines, busy ones included: a task that is
 * better served by a machine that is soon free is reserved for it. A task of no worth waits, and
 * one that is worth more if it starts later; one that would have none any more even at half the
 * prices is dropped, unless it must be completed and its deadline is to come.
 *
 * <p>Matching is repeated while machines are free before the next event, since short tasks leave
 * time for others.
 */
public final class JustInTimeByUtility extends PriceMatching {
  /**
   * The factor on the worth of a start after the next event. It is so little below 1 that it only
   * decides where a task is worth the same before and after that event: it starts before it then.
   */
  private static final double OF_LATER_STARTS = 1 - 1e-6;

  private final UtilityPrices prices;

  /**
   * A policy that has seen nothing yet.
   *
   * @param options of which eviction changes nothing
   * @param forecast what is known of the load to come
   * @param energy what energy costs
   */
  public JustInTimeByUtility(JustInTimeOptions options, Forecast forecast, EnergySettings energy) {
    super(options, Forecast.NONE);
    this.prices = new UtilityPrices(forecast, energy);
  }

  @Override
  double[] match(MappingSession session) {
    successes.expect(session);
    WorthByUtility all = worth(session, session.open());
    prices.update(session, successes, all.machines());
    WorthByUtility wanted =
        worth(session, wanted(session, all, PutOffTasks.next(session, holdTime())));
    StartRounds rounds = new StartRounds(session, wanted);
    List<Start> starts = starts(session);
    while (starts.stream().anyMatch(Start::isNow) && rounds.match(starts)) {
      starts = starts(session);
    }
    return lead.isSet() ? ready(session) : new double[0];
  }

  /** The next start of each machine; now are those before the next event, or within the lead. */
  private List<Start> starts(MappingSession session) {
    long period = Math.max(1, session.rules().trigger().period());
    long nextEvent = session.now() + Math.max(period, (long) lead.ticks(session));
    List<Start> starts = new ArrayList<>();
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      if (queue.isAvailable()) {
        double ready = session.expectedReadyTime(session.fastestPlacement(m));
        boolean isNow = ready < nextEvent && queue.hasRoom();
        starts.add(Start.of(queue, ready, isNow ? 1 : OF_LATER_STARTS, isNow));
      }
    }
    return starts;
  }

  @Override
  double holdTime() {
    return prices.holdTime();
  }

  @Override
  boolean hasPrices() {
    return prices.areKnown();
  }

  @Override
  WorthByUtility worth(MappingSession session, List<Candidate> waiting) {
    return new WorthByUtility(session, waiting, prices, successes, machinesByType(session));
  }

  private static int[] machinesByType(MappingSession session) {
    int[] machines = new int[session.system().machineTypes().size()];
    IntStream.range(0, session.machines())
        .mapToObj(session::queue)
        .filter(MachineQueue::isAvailable)
        .forEach(queue -> machines[queue.machine().type().id()]++);
    return machines;
  }

  /**
   * The candidates of some worth, but for those of more if they start later; those of none for good
   * are dropped.
   */
  private static List<Candidate> wanted(MappingSession session, WorthByUtility worth, long next) {
    List<Candidate> wanted = new ArrayList<>();
    for (Candidate candidate : worth.waiting()) {
      double best = worth.best(candidate.task(), session.now());
      if (best > 0) {
        boolean waits = isMoreLater(worth, candidate.task(), best, session.now(), next);
        wanted.addAll(waits ? List.of() : List.of(candidate));
      } else if (best != Double.NEGATIVE_INFINITY) {
        Task task = candidate.task();
        double atHalf = worth.atHalf(task.falling(), session.now());
        if (atHalf <= 0 && !(task.mustComplete() && session.now() < task.deadline())) {
          Basis basis = new Basis("worth at half the prices", atHalf, 0);
          session.discard(candidate, DropReason.LOW_UTILITY, basis);
        }
      }
    }
    return wanted;
  }

  /**
   * Whether a task is worth more if it starts later, at the next look or after twice, four, ...
   * times as long: what is worth next to nothing now may be so at the next look, too.
   */
  private static boolean isMoreLater(
      WorthByUtility worth, Task task, double best, long now, long next) {
    boolean isMore = false;
    long after = next - now;
    for (boolean rises = task.rises(); rises && !isMore; after *= 2) {
      isMore = worth.best(task, now + after) > best;
      rises = task.risesAfter(now + after);
    }
    return isMore;
  }
}
