package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

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
public final class JustInTime implements MappingHeuristic {
  private final boolean evicts;
  private final ArrivalRates rates;
  private final Pace pace = new Pace();
  private final FluidPrices prices = new FluidPrices();
  private final SuccessWorth successes;
  private final Lead lead;
  private final PutOffTasks putOff = new PutOffTasks();

  /**
   * A policy that has seen nothing yet.
   *
   * @param forecast what is known of arrivals
   */
  public JustInTime(JustInTimeOptions options, Forecast forecast) {
    this.evicts = options.evicts();
    this.rates = new ArrivalRates(forecast);
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
    pace.observe(session.event(), rates.meanLength());
    successes.observe(session.event(), rates);
    boolean mayMap = evicts || mayAnyTake(session);
    if (!session.open().isEmpty() && mayMap) {
      mapWaiting(session);
    }
    lead.look(session, pace);
    putOff.look(session, FluidPrices.holdTime(rates));
  }

  /** Where tasks may be stopped the price is what is lost of the gain by time and by stopping. */
  @Override
  public Optional<Basis> price(MappingSession session, Candidate candidate, int machine) {
    MachineQueue queue = session.queue(machine);
    Task task = candidate.task();
    if (!prices.areKnown() || !queue.canRun(task.type())) {
      return Optional.empty();
    }
    Pmf time = queue.executionTime(task.type(), 0);
    double left = Math.max(0, queue.by(task.deadline()) - pace.ready(queue, session.now()));
    boolean isCut = queue.scope() == DroppingScope.EXECUTING && !queue.runsOn();
    double success = successes.of(task, session);
    int type = machineType(session, machine);
    double gain = success * pace.chance(time, left);
    StoppingTimes.Worth worths = (chance, taken) -> prices.worth(type, success * chance, taken);
    double worth =
        evicts && isCut && gain > 0
            ? new StoppingTimes(time, 0, pace, worths).within(left)
            : prices.worth(type, gain, pace.taken(time, left, isCut));
    return Optional.of(new Basis("price", gain - worth, gain));
  }

  private void mapWaiting(MappingSession session) {
    double[] ready = readyTimes(session);
    successes.expect(session);
    prices.update(session, rates, pace, successes, ready);
    WaitingTasks waiting = WaitingTasks.of(session);
    StartWorth worth = new StartWorth(session, waiting, successes, pace, prices, evicts);
    if (evicts) {
      evict(session, worth, ready);
    }
    NextStarts starts = NextStarts.of(session, prices, lead, ready);
    if (!starts.now().isEmpty()) {
      new StartRounds(session, waiting, worth).map(starts);
    }
  }

  /** Stops what is not worth its time; the machine is ready when that is gone. */
  private void evict(MappingSession session, StartWorth worth, double[] ready) {
    Eviction eviction =
        new Eviction(session, successes, pace, prices, machine -> bestOn(session, machine, worth));
    for (int m = 0; m < ready.length && eviction.isAnyInNeed(); m++) {
      MachineQueue queue = session.queue(m);
      if (queue.isAvailable() && queue.isBusy() && eviction.stops(m)) {
        ready[m] = pace.ready(session.queue(m), session.now());
      }
    }
  }

  private static double bestOn(MappingSession session, int machine, StartWorth worth) {
    long until = session.queue(machine).by(TimeSpan.NEVER);
    Start.Kind now = new Start.Kind(machineType(session, machine), session.now(), 1, until);
    return Arrays.stream(worth.at(machine, now)).max().orElse(0);
  }

  /** Whether a machine is idle, or may be given its next task before it is. */
  private boolean mayAnyTake(MappingSession session) {
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      if (IdleMachines.isIdle(queue) || (lead.isSet() && queue.hasRoom())) {
        return true;
      }
    }
    return false;
  }

  private double[] readyTimes(MappingSession session) {
    double[] ready = new double[session.machines()];
    for (int m = 0; m < ready.length; m++) {
      ready[m] = pace.ready(session.queue(m), session.now());
    }
    return ready;
  }

  private static int machineType(MappingSession session, int machine) {
    return session.system().machines().get(machine).type().id();
  }
}
