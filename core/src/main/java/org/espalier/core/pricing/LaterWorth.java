package org.espalier.core.pricing;

import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/**
 * What waiting tasks will still be worth after the starts that are looked at now: at present
 * prices, on the machine type where that is most. A good part of it counts against starting a task
 * now. So a task that can as well wait leaves its start to one that cannot, and among tasks of the
 * same worth the order is that of urgency. Not all of it counts, since who waits may not be served
 * later; and a start that is worth something stays worth something, so that no machine is idle
 * because all tasks can wait.
 */
final class LaterWorth {
  /** The share of it that counts. */
  private static final double SHARE = 0.7;

  /** It is that after this share of the time to the last start that is looked at. */
  private static final double PART = 0.75;

  /** What a start is worth at least that is worth something. */
  private static final double LEAST = 1e-9;

  private final WaitingTasks waiting;
  private final FluidPrices prices;
  private final Pace pace;
  private final double time;
  private final boolean isCut;
  private final double[] worths;

  private LaterWorth(
      WaitingTasks waiting, FluidPrices prices, Pace pace, double time, boolean isCut) {
    this.waiting = waiting;
    this.prices = prices;
    this.pace = pace;
    this.time = time;
    this.isCut = isCut;
    this.worths = new double[waiting.size()];
  }

  /**
   * That of all waiting tasks.
   *
   * @param last the last start that is looked at, ticks
   */
  static LaterWorth after(
      double last, MappingSession session, FluidPrices prices, Pace pace, WaitingTasks waiting) {
    double time = session.now() + PART * (last - session.now());
    boolean isCut = session.queue(0).scope() == DroppingScope.EXECUTING;
    LaterWorth later = new LaterWorth(waiting, prices, pace, time, isCut);
    PetMatrix pet = session.system().pet();
    for (int type = 0; type < waiting.types(); type++) {
      boolean isAny = waiting.begin(type) < waiting.begin(type + 1);
      for (int j = 0; isAny && j < pet.machineTypes(); j++) {
        if (pet.canRun(type, j)) {
          later.raise(type, j, pet.get(type, j, 0));
        }
      }
    }
    return later;
  }

  private void raise(int type, int machineType, Pmf executionTime) {
    for (int c = waiting.begin(type); c < waiting.begin(type + 1); c++) {
      double left = waiting.deadline(c) - time;
      if (left > 0) {
        double taken = pace.taken(executionTime, left, isCut);
        double gain = pace.chance(executionTime, left);
        worths[c] = Math.max(worths[c], prices.worth(machineType, gain, taken));
      }
    }
  }

  /**
   * What starts are worth beyond that.
   *
   * @param starts [start][task]; what is not positive stays so
   */
  double[][] takenFrom(double[][] starts) {
    double[][] beyond = new double[starts.length][];
    for (int s = 0; s < starts.length; s++) {
      beyond[s] = starts[s].clone();
      for (int c = 0; c < worths.length; c++) {
        if (starts[s][c] > 0) {
          beyond[s][c] = Math.max(LEAST, starts[s][c] - SHARE * worths[c]);
        }
      }
    }
    return beyond;
  }
}
