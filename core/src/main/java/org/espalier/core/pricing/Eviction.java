package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;

/**
 * Stops running tasks, in one mapping event, that are not worth their machine's time any more.
 * However long such a task goes on, its chance to end by then is worth less than the price of the
 * time that it is expected to take. It is less by a fifth of what the best waiting task would be
 * worth there. That a waiting task is worth more is not enough: it is not lost by waiting, and what
 * has been run is. No more are stopped than tasks wait for which no machine is idle.
 *
 * <p>Where time has no price, a task is stopped that brings less per tick, however long it goes on,
 * than a fifth of what the best waiting task would, and less than when it was started.
 */
final class Eviction {
  private static final double CLEARLY = 0.2;

  private final MappingSession session;
  private final SuccessWorth successes;
  private final Pace pace;

  /** What the best waiting task is worth on a machine now; asked once for each machine type. */
  private final IntToDoubleFunction bestOn;

  private final double[] best;

  /** Waiting tasks for which no machine is idle, and none has been stopped yet. */
  private int inNeed;

  Eviction(MappingSession session, SuccessWorth successes, Pace pace, IntToDoubleFunction bestOn) {
    this.session = session;
    this.successes = successes;
    this.pace = pace;
    this.bestOn = bestOn;
    this.best = new double[session.system().machineTypes().size()];
    Arrays.fill(best, Double.NaN);
    this.inNeed = session.open().size() - IdleMachines.forWaiting(session);
  }

  /** Whether a task waits for which no machine is idle; each task that is stopped makes one. */
  boolean isAnyInNeed() {
    return inNeed > 0;
  }

  /**
   * Stops the running task of a machine if its time has a price that the task is not worth.
   *
   * @param charge what a time there is charged, ticks to tasks on time
   * @return whether it did
   */
  boolean byPrice(int machine, DoubleUnaryOperator charge) {
    MachineQueue queue = session.queue(machine);
    double worth = goingOn(queue, (gain, taken) -> gain - charge.applyAsDouble(taken));
    return worth < 0 && stop(machine, "worth", worth, -CLEARLY * best(machine));
  }

  /**
   * Stops the running task of a machine if it brings far less for its time than others would, and
   * less than when it was started. Short tasks that come later may wait for one that goes well.
   */
  boolean byDensity(int machine) {
    MachineQueue queue = session.queue(machine);
    StoppingTimes.Worth worth = (gain, taken) -> gain / Math.max(1, taken);
    double density = goingOn(queue, worth);
    return density < goingOn(queue, queue.start(), worth)
        && stop(machine, "chance per tick", density, CLEARLY * best(machine));
  }

  private double goingOn(MachineQueue queue, StoppingTimes.Worth worth) {
    return goingOn(queue, session.now(), worth);
  }

  /** The most that it is, or was, worth at a time to let the running task go on for a while. */
  private double goingOn(MachineQueue queue, long time, StoppingTimes.Worth worth) {
    double success = successes.of(queue.task(0).type());
    return StoppingTimes.goingOn(
        pace.executionTimeOfRunning(queue, time),
        time - queue.start(),
        queue.task(0).deadline() - queue.start(),
        pace,
        (chance, taken) -> worth.of(success * chance, taken));
  }

  private boolean stop(int machine, String name, double worth, double limit) {
    boolean stops = best(machine) > 0 && worth < limit;
    if (stops) {
      inNeed--;
      session.drop(machine, 0, DropReason.BELOW_PRICE, new Basis(name, worth, limit));
    }
    return stops;
  }

  private double best(int machine) {
    int type = session.system().machines().get(machine).type().id();
    if (Double.isNaN(best[type])) {
      best[type] = bestOn.applyAsDouble(machine);
    }
    return best[type];
  }
}
