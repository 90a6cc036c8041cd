package org.espalier.core.pricing;

import java.util.BitSet;
import java.util.List;

/**
 * What waiting tasks will still be worth after the starts that come next: at present prices, on the
 * machine type where that is most. A good part of it counts against starting a task now. So a task
 * that can as well wait leaves its start to one that cannot, and among tasks of the same worth the
 * order is that of urgency. Not all of it counts, since who waits may not be served later; and a
 * start that is worth something stays worth something, so that no machine is idle because all tasks
 * can wait.
 */
final class LaterWorth {
  /** The share of the later worth that counts. */
  private static final double SHARE = 0.7;

  /** Waiting tasks are priced after this share of the time to a start that is far ahead. */
  private static final double PART = 0.75;

  /**
   * Up to so many starts, the last one is the one that is far ahead. Of more, it is the one of this
   * number, or the median where that is later. With many machines the last one is so far off that
   * only tasks with long deadlines are worth anything then.
   */
  private static final int FEW_STARTS = 64;

  /** What a start is worth at least that is worth something. */
  private static final double LEAST = 1e-9;

  /** By task; 0 or less where it is worth nothing then. */
  private final double[] worths;

  private LaterWorth(double[] worths) {
    this.worths = worths;
  }

  /**
   * The later worth of all waiting tasks.
   *
   * @param starts the next starts of all machines that take tasks
   * @param worth what tasks are worth where they start
   * @param now ticks
   */
  static LaterWorth after(List<Start> starts, StartWorth worth, long now) {
    double time = now + PART * (until(starts) - now);
    double[] worths = {};
    BitSet seen = new BitSet();
    for (Start start : starts) {
      int type = start.kind().machineType();
      if (!seen.get(type)) {
        seen.set(type);
        worths = greater(worth.at(start.machine(), new Start.Kind(type, time, 1)), worths);
      }
    }
    return new LaterWorth(worths);
  }

  /** The greater of both, [task]; the second may be empty. */
  private static double[] greater(double[] worths, double... others) {
    for (int c = 0; c < others.length; c++) {
      worths[c] = Math.max(worths[c], others[c]);
    }
    return worths;
  }

  private static double until(List<Start> starts) {
    double[] times = starts.stream().mapToDouble(Start::time).sorted().toArray();
    int number = Math.max(FEW_STARTS, (int) Math.ceil(times.length / 2.0));
    return times[Math.min(number, times.length) - 1];
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
        beyond[c] = Math.max(LEAST, start[c] - SHARE * Math.max(0, worths[c]));
      }
    }
    return beyond;
  }
}
