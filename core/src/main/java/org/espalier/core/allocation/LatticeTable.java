package org.espalier.core.allocation;

import org.espalier.core.pmf.Pmf;

/**
 * An execution time by its steps, for bounds that are sums of look-ups: no division, and no answer
 * on the wrong side.
 */
final class LatticeTable {
  /** More than rounding can move a number of steps below a whole one. */
  private static final double ROUNDING = 1e-6;

  /** Number of its steps in the earliest time, where both tables begin. */
  private final long first;

  /** By number of its steps, the probability of taking less than one step more. */
  private final double[] within;

  /**
   * By number of its steps, the mean of the time if it is cut short there, in ticks; up to the
   * mean.
   */
  private final double[] limited;

  /** What is counted in, in ticks. */
  final long step;

  /** That, in steps of the execution time. */
  private final double scale;

  /** Mean in ticks. */
  final double mean;

  /**
   * A table.
   *
   * @param step what is counted in, in ticks; the step of the time is a multiple of it
   */
  LatticeTable(Pmf time, long step) {
    this.step = step;
    long own = time.step();
    this.scale = step / (double) own;
    this.first = Math.floorDiv(time.earliest(), own);
    int steps = Math.toIntExact(Math.floorDiv(time.latest(), own) - first) + 1;
    this.within = new double[steps];
    this.limited = new double[steps + 1];
    this.mean = time.mean();
    for (int x = 0; x < steps; x++) {
      long at = (first + x) * own;
      within[x] = time.cumulative(at + own - 1);
      limited[x] = at - time.shortfall(at);
    }
    limited[steps] = mean;
  }

  /** Not less than the probability of taking at most some steps. */
  double withinAtMost(double steps) {
    double position = steps * scale - first + ROUNDING;
    return position < 0 ? 0 : within[Math.min((int) position, within.length - 1)];
  }

  /**
   * Not more than the mean time in ticks if it is cut short after some steps, by a chord: that mean
   * rises ever more slowly.
   */
  double limitedAtLeast(double steps) {
    double position = steps * scale - first;
    if (position < 0) {
      return Math.max(0, steps * step);
    }
    int place = (int) position;
    return place < limited.length - 1
        ? limited[place] + (position - place) * (limited[place + 1] - limited[place])
        : mean;
  }
}
