package org.espalier.core.pricing;

import java.util.List;

/**
 * What waiting tasks will still be worth later. That is at present prices, at the median of the
 * next starts, on the machine type where it is most. A good part of it counts against starting a
 * task now. So a task that can as well wait leaves its start to one that cannot, and among tasks of
 * the same worth the order is that of urgency. Not all of it counts, since who waits may not be
 * served later. A start that is worth something stays worth something, so that no machine is idle
 * because all tasks can wait.
 */
final class LaterWorth {
  /** The share of the later worth that counts. */
  private static final double SHARE = 0.7;

  /** What a start is worth at least that is worth something; next to nothing. */
  private static final double LEAST = 1e-9;

  /** By task; 0 or less where it is worth nothing then. */
  private final double[] worths;

  private LaterWorth(double[] worths) {
    this.worths = worths;
  }

  /**
   * The later worth of all waiting tasks.
   *
   * @param later a start of each machine type at the median of the next ones
   * @param worth what tasks are worth where they start
   */
  static LaterWorth at(List<Start> later, StartWorth worth) {
    double[] worths = {};
    for (Start start : later) {
      worths = greater(worth.at(start), worths);
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
