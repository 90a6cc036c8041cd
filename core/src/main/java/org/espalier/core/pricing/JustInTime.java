package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/**
 * Just-in-time price matching: a task is started when a machine is idle and not before, and nothing
 * waits in machine queues. Who starts where comes from a matching of greatest worth between the
 * waiting tasks and the next starts of every machine: a task that is better served by a machine
 * that is soon free is reserved for it, and not wasted on an idle one. Worth is the chance of
 * success less the price of the machine time that the task is expected to take; a task of no worth
 * waits.
 *
 * <p>Starts of busy machines, and later starts, are discounted the more the less time the machines
 * have to spare.
 *
 * <p>The simple form has no prices: worth is the chance of success over the expected machine time,
 * and there is one start to each machine.
 */
public final class JustInTime implements MappingHeuristic {
  private static final double DISCOUNT = 0.85;

  /** So many starts of a machine are looked at where there are prices. */
  private static final int STARTS = 4;

  /** Above this share of unused machine time nothing is discounted. */
  private static final double ENOUGH_SLACK = 0.1;

  /** So many starts are looked at at most: those of idle machines and those that come soonest. */
  private static final int MOST_STARTS = 64;

  private final boolean hasPrices;
  private final ArrivalRates rates;
  private final FluidPrices prices;

  private JustInTime(boolean hasPrices, ArrivalRates rates, FluidPrices prices) {
    this.hasPrices = hasPrices;
    this.rates = rates;
    this.prices = prices;
  }

  /** The form with prices of machine time. */
  public static JustInTime byPrices() {
    return new JustInTime(true, new ArrivalRates(), new FluidPrices());
  }

  /** The simple form. */
  public static JustInTime byDensity() {
    return new JustInTime(false, new ArrivalRates(), new FluidPrices());
  }

  @Override
  public MappingHeuristic copy() {
    return new JustInTime(hasPrices, rates.copy(), prices.copy());
  }

  /**
   * A start that a task may be given.
   *
   * @param time when, ticks; an expectation where the machine is busy
   * @param isNow whether the machine is idle and this is its next start
   */
  private record Start(int machine, double time, double factor, boolean isNow) {}

  @Override
  public void map(MappingSession session) {
    rates.observe(session.event());
    if (session.open().isEmpty() || idleMachines(session) == 0) {
      return;
    }
    double[] ready = readyTimes(session);
    if (hasPrices) {
      prices.update(session, rates, ready);
    }
    List<Start> starts = starts(session, ready);
    WaitingTasks waiting = WaitingTasks.of(session);
    double[][] worths = new double[starts.size()][];
    for (int s = 0; s < worths.length; s++) {
      worths[s] = worths(session, starts.get(s), waiting);
    }
    int[] columns = Columns.best(worths, waiting.size());
    int[] chosen = Matching.of(Columns.only(worths, columns), columns.length);
    for (int s = 0; s < chosen.length; s++) {
      if (chosen[s] >= 0 && starts.get(s).isNow()) {
        int column = columns[chosen[s]];
        int placement = session.fastestPlacement(starts.get(s).machine());
        session.assign(waiting.at(column), placement, Basis.of("worth", worths[s][column]));
      }
    }
  }

  private static boolean isIdle(MachineQueue queue) {
    return queue.isAvailable() && queue.size() == 0;
  }

  private static int idleMachines(MappingSession session) {
    int idle = 0;
    for (int m = 0; m < session.machines(); m++) {
      idle += isIdle(session.queue(m)) ? 1 : 0;
    }
    return idle;
  }

  private static double[] readyTimes(MappingSession session) {
    double[] ready = new double[session.machines()];
    for (int m = 0; m < ready.length; m++) {
      MachineQueue queue = session.queue(m);
      ready[m] = queue.size() == 0 ? session.now() : queue.tail().mean();
    }
    return ready;
  }

  private List<Start> starts(MappingSession session, double[] ready) {
    List<Start> starts = new ArrayList<>();
    for (int m = 0; m < ready.length; m++) {
      MachineQueue queue = session.queue(m);
      if (queue.isAvailable()) {
        addStarts(starts, m, ready[m], isIdle(queue), hasPrices ? meanTime(session, m) : 0);
      }
    }
    starts.sort(Comparator.comparing(Start::isNow).reversed().thenComparing(Start::time));
    return starts.subList(0, Math.min(MOST_STARTS, starts.size()));
  }

  private void addStarts(
      List<Start> starts, int machine, double ready, boolean isIdle, double meanTime) {
    double discount = discount();
    double factor = isIdle ? 1 : discount;
    for (int k = 0; k < (hasPrices ? STARTS : 1); k++) {
      starts.add(new Start(machine, ready + k * meanTime, factor, isIdle && k == 0));
      factor *= discount;
    }
  }

  private double meanTime(MappingSession session, int machine) {
    return prices.meanTime(machineType(session, machine));
  }

  private static int machineType(MappingSession session, int machine) {
    return session.system().machines().get(machine).type().id();
  }

  private double discount() {
    double slack = hasPrices ? prices.slack() : 0;
    return 1 - (1 - DISCOUNT) * Math.clamp(1 - slack / ENOUGH_SLACK, 0, 1);
  }

  /** What each task is worth if it starts there; 0 or less where it should not. */
  private double[] worths(MappingSession session, Start start, WaitingTasks waiting) {
    MachineQueue queue = session.queue(start.machine());
    double[] worths = new double[waiting.size()];
    for (int type = 0; type < waiting.types(); type++) {
      if (waiting.begin(type) < waiting.begin(type + 1) && queue.canRun(type)) {
        addWorths(worths, session, start, waiting, type);
      }
    }
    return worths;
  }

  private void addWorths(
      double[] worths, MappingSession session, Start start, WaitingTasks waiting, int type) {
    MachineQueue queue = session.queue(start.machine());
    int machineType = machineType(session, start.machine());
    boolean isCut = queue.scope() == DroppingScope.EXECUTING;
    Pmf time = queue.executionTime(type, 0);
    for (int c = waiting.begin(type); c < waiting.begin(type + 1); c++) {
      double left = waiting.deadline(c) - start.time();
      if (left > 0) {
        double chance = time.cumulative((long) left);
        double taken = isCut ? left - time.shortfall(left) : time.mean();
        worths[c] = start.factor() * worth(chance, taken, machineType);
      }
    }
  }

  private double worth(double chance, double taken, int machineType) {
    return hasPrices ? chance - prices.charge(machineType, taken) : chance / Math.max(1, taken);
  }
}
