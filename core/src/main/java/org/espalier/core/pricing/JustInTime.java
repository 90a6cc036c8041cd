package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;

/**
 * Just-in-time price matching: a task is started when a machine is idle and not before, and nothing
 * waits in machine queues. Who starts where comes from a matching of greatest worth between the
 * waiting tasks and the next starts of every machine: a task that is better served by a machine
 * that is soon free is reserved for it, and not wasted on an idle one. Worth is the chance of
 * success less the price of the machine time that the task is expected to take, by the PET's times
 * the {@link Pace} of tasks; a task of no worth waits. What it would still be worth after the
 * starts that are looked at counts against starting it now ({@link LaterWorth}), so that of two
 * tasks that are worth the same the one goes first that cannot wait. Where one waits beside an idle
 * machine, it is looked at again as soon as prices may have fallen, since nothing else may ever
 * happen.
 *
 * <p>{@link JustInTimeOptions Options} let types fare alike, stop running tasks that are not worth
 * their time, and give machines their next task a little before they are free.
 */
public final class JustInTime extends PriceMatching {
  /** What a start of a busy machine is worth of one now. */
  private static final double DISCOUNT = 0.85;

  /** How many mean times of its machine type a task that waits may start later. */
  private static final double LATER = 2;

  private final boolean evicts;
  private final FluidPrices prices = new FluidPrices();

  /**
   * A policy that has seen nothing yet.
   *
   * @param forecast what is known of arrivals
   */
  public JustInTime(JustInTimeOptions options, Forecast forecast) {
    super(options, forecast);
    this.evicts = options.evicts();
  }

  @Override
  double[] match(MappingSession session) {
    pace.observe(session.event(), rates.meanLength());
    if (session.open().isEmpty() || !(evicts || mayAnyTake(session))) {
      return new double[0];
    }
    double[] ready = ready(session);
    successes.expect(session);
    prices.update(session, rates, pace, successes, ready);
    WorthByDeadline worth = worth(session, session.open());
    if (evicts) {
      evict(worth, ready);
    }
    List<Start> starts = starts(session, ready);
    if (starts.stream().anyMatch(Start::isNow)) {
      LaterWorth beyond =
          LaterWorth.of(worth, starts, type -> session.now() + LATER * prices.meanTime(type));
      new StartRounds(session, beyond).map(starts);
    }
    return ready;
  }

  /** The next start of each machine; those of busy ones are worth less, as others need them. */
  private List<Start> starts(MappingSession session, double... ready) {
    long now = session.now();
    double discount = 1 - (1 - DISCOUNT) * prices.need();
    List<Start> starts = new ArrayList<>();
    for (int m = 0; m < ready.length; m++) {
      MachineQueue queue = session.queue(m);
      if (queue.isAvailable()) {
        boolean isNow = lead.mayTake(session, queue, ready[m]);
        double part = isNow ? 0 : prices.meanTime(queue.machine().type().id()) / PutOffTasks.SOLVED;
        double wait = part > 0 ? part * Math.ceil((ready[m] - now) / part) : ready[m] - now;
        starts.add(Start.of(queue, now + wait, isNow ? 1 : discount, isNow));
      }
    }
    return starts;
  }

  @Override
  double holdTime() {
    return FluidPrices.holdTime(rates);
  }

  /** Where tasks may be stopped the price is what is lost of the gain by time and by stopping. */
  @Override
  WorthByDeadline worth(MappingSession session, List<Candidate> candidates) {
    WaitingTasks waiting = WaitingTasks.of(session, candidates);
    return new WorthByDeadline(session, waiting, successes, pace, prices, evicts, new HashMap<>());
  }

  @Override
  boolean hasPrices() {
    return prices.areKnown();
  }

  /** Stops what is not worth its time; the machine is ready when that is gone. */
  private void evict(WorthByDeadline worth, double... ready) {
    MappingSession session = worth.session();
    Eviction eviction = new Eviction(worth);
    for (int m = 0; m < ready.length && eviction.isAnyInNeed(); m++) {
      MachineQueue queue = session.queue(m);
      if (queue.isAvailable() && queue.isBusy() && eviction.stops(m)) {
        ready[m] = pace.ready(session.queue(m), session.now());
      }
    }
  }

  /** Whether a machine is idle, or may be given its next task before it is. */
  private boolean mayAnyTake(MappingSession session) {
    return lead.isSet() ? session.hasRoom() : !session.idle().isEmpty();
  }
}
