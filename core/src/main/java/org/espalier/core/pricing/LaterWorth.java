package org.espalier.core.pricing;

import java.util.List;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/**
 * What waiting tasks will still be worth after the starts that come next: at present prices, on the
 * machine type where that is most. A good part of it counts against starting a task now. So a task
 * that can as well wait leaves its start to one that cannot, and among tasks of the same worth the
 * order is that of urgency. Not all of it counts, since who waits may not be served later; and a
 * start that is worth something stays worth something, so that no machine is idle because all tasks
 * can wait.
 */
final class LaterWorth {
  /** The share of it that counts. */
  private static final double SHARE = 0.7;

  /** It is that after this share of the time to a start that is far ahead. */
  private static final double PART = 0.75;

  /**
   * That start is the last of so many, and of more the median: with many machines the last one is
   * so far off that only tasks with long deadlines are worth anything then.
   */
  private static final int FEW_STARTS = 64;

  /** What a start is worth at least that is worth something. */
  private static final double LEAST = 1e-9;

  private final WaitingTasks waiting;
  private final SuccessWorth successes;
  private final FluidPrices prices;
  private final Pace pace;
  private final double time;
  private final boolean isCut;
  private final double[] worths;

  private LaterWorth(
      WaitingTasks waiting,
      SuccessWorth successes,
      FluidPrices prices,
      Pace pace,
      double time,
      boolean isCut) {
    this.waiting = waiting;
    this.successes = successes;
    this.prices = prices;
    this.pace = pace;
    this.time = time;
    this.isCut = isCut;
    this.worths = new double[waiting.size()];
  }

  /**
   * That of all waiting tasks.
   *
   * @param starts the next starts of all machines that take tasks
   */
  static LaterWorth after(
      List<Start> starts,
      MappingSession session,
      FluidPrices prices,
      Pace pace,
      SuccessWorth successes,
      WaitingTasks waiting) {
    double time = session.now() + PART * (until(starts) - session.now());
    boolean isCut = session.queue(0).scope() == DroppingScope.EXECUTING;
    LaterWorth later = new LaterWorth(waiting, successes, prices, pace, time, isCut);
    PetMatrix pet = session.system().pet();
    int[] machineTypes =
        starts.stream().mapToInt(start -> start.kind().machineType()).distinct().toArray();
    for (int type = 0; type < waiting.types(); type++) {
      boolean isAny = waiting.begin(type) < waiting.begin(type + 1);
      for (int j : machineTypes) {
        if (isAny && pet.canRun(type, j)) {
          later.raise(type, j, pet.get(type, j, 0));
        }
      }
    }
    return later;
  }

  private static double until(List<Start> starts) {
    double[] times = starts.stream().mapToDouble(Start::time).sorted().toArray();
    int number = Math.max(FEW_STARTS, (int) Math.ceil(times.length / 2.0));
    return times[Math.min(number, times.length) - 1];
  }

  private void raise(int type, int machineType, Pmf executionTime) {
    double enough = pace.enough(executionTime);
    double withEnough = worth(type, machineType, executionTime, enough);
    for (int c = waiting.begin(type); c < waiting.begin(type + 1); c++) {
      double left = waiting.deadline(c) - time;
      if (left > 0) {
        double worth = left >= enough ? withEnough : worth(type, machineType, executionTime, left);
        worths[c] = Math.max(worths[c], worth);
      }
    }
  }

  private double worth(int type, int machineType, Pmf executionTime, double left) {
    double taken = pace.taken(executionTime, left, isCut);
    double gain = successes.of(type) * pace.chance(executionTime, left);
    return prices.worth(machineType, gain, taken);
  }

  /**
   * What a start is worth beyond that.
   *
   * @param start [task]; what is not positive stays so
   */
  double[] takenFrom(double[] start) {
    double[] beyond = start.clone();
    for (int c = 0; c < worths.length; c++) {
      if (start[c] > 0) {
        beyond[c] = Math.max(LEAST, start[c] - SHARE * worths[c]);
      }
    }
    return beyond;
  }
}
