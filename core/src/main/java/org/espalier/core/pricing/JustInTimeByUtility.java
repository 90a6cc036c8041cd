package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.Task;

/**
 * Just-in-time price matching where tasks earn utility: a task is mapped only if it would start
 * before the next mapping event. Worth is the expected utility less the price of the machine time
 * that the task takes less the price of its energy. Who starts where comes from a matching of
 * greatest worth between the waiting tasks and the machines, busy ones included: a task that is
 * better served by a machine that is soon free is reserved for it. A task of no worth waits, and
 * one that is worth more if it starts later; one that would have none any more even at half the
 * prices is dropped.
 *
 * <p>Matching is repeated while machines are free before the next event, since short tasks leave
 * time for others.
 */
public final class JustInTimeByUtility implements MappingHeuristic {
  private final UtilityPrices prices;
  private final ArrivalRates rates = new ArrivalRates(Forecast.NONE);
  private final Pace pace = new Pace();
  private final SuccessWorth successes;
  private final Lead lead;
  private final PutOffTasks putOff = new PutOffTasks();

  /**
   * A policy that has seen nothing yet.
   *
   * @param options of which eviction changes nothing
   * @param forecast what is known of the load to come
   * @param energy what energy costs
   */
  public JustInTimeByUtility(JustInTimeOptions options, Forecast forecast, EnergySettings energy) {
    this.prices = new UtilityPrices(forecast, energy);
    this.successes = options.successes();
    this.lead = new Lead(options.lead());
  }

  @Override
  public OptionalLong askAgainAt() {
    return lead.orAskAgainAt(putOff.askAgainAt());
  }

  @Override
  public void map(MappingSession session) {
    rates.observe(session.event());
    successes.observe(session.event(), rates);
    successes.expect(session);
    PairWorth worth = worth(session);
    prices.update(session, successes, worth.machines());
    List<Candidate> wanted = wanted(session, worth, putOff.next(session, prices.holdTime()));
    new PriceRounds(session, worth, wanted, lead.ticks(session)).map();
    lead.look(session, pace);
    putOff.look(session, prices.holdTime());
  }

  @Override
  public Optional<Basis> price(MappingSession session, Candidate candidate, int machine) {
    MachineQueue queue = session.queue(machine);
    int type = queue.machine().type().id();
    return prices.areKnown()
        ? worth(session).price(candidate.task().asked(), type, queue.tail().mean())
        : Optional.empty();
  }

  private PairWorth worth(MappingSession session) {
    return new PairWorth(session, prices, successes, machinesByType(session));
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
   * The candidates of some worth, but for those of more if they start later; those of none for good
   * are dropped.
   */
  private static List<Candidate> wanted(MappingSession session, PairWorth worth, long next) {
    List<Candidate> wanted = new ArrayList<>();
    for (Candidate candidate : session.open()) {
      double best = worth.best(candidate.task(), session.now());
      if (best > 0) {
        boolean waits = isMoreLater(worth, candidate.task(), best, session.now(), next);
        wanted.addAll(waits ? List.of() : List.of(candidate));
      } else if (best != Double.NEGATIVE_INFINITY) {
        dropIfHopeless(session, worth, candidate);
      }
    }
    return wanted;
  }

  /**
   * Whether a task is worth more if it starts later, at the next look or after twice, four, ...
   * times as long: what is worth next to nothing now may be so at the next look, too.
   */
  private static boolean isMoreLater(PairWorth worth, Task task, double best, long now, long next) {
    boolean isMore = false;
    long after = next - now;
    for (boolean rises = task.rises(); rises && !isMore; after *= 2) {
      isMore = worth.best(task, now + after) > best;
      rises = task.risesAfter(now + after);
    }
    return isMore;
  }

  private static void dropIfHopeless(MappingSession session, PairWorth worth, Candidate candidate) {
    double atHalf = worth.atHalf(candidate.task().falling(), session.now());
    if (atHalf <= 0) {
      session.discard(
          candidate, DropReason.LOW_UTILITY, new Basis("worth at half the prices", atHalf, 0));
    }
  }
}
