package org.espalier.core.allocation;

import org.espalier.core.pmf.Pmf;

/**
 * An execution time by steps of the lattice, for bounds that are sums of look-ups: no division, and
 * no answer on the wrong side.
 */
final class LatticeTable {
  /** More than rounding can move a number of steps below a whole one. */
  private static final double ROUNDING = 1e-6;

  /** Number of steps of the earliest time, where both tables begin. */
  private final long first;

  /** By number of steps, the probability of taking less than one step more. */
  private final double[] within;

  /**
   * By number of steps, the mean of the time if it is cut short there, in ticks; up to the mean.
   */
  private final double[] limited;

  /** Distance of the lattice, in ticks. */
  final long step;

  /** Mean in ticks. */
  final double mean;

  LatticeTable(Pmf time) {
    this.step = time.step();
    this.first = Math.floorDiv(time.earliest(), step);
    int steps = Math.toIntExact(Math.floorDiv(time.latest(), step) - first) + 1;
    this.within = new double[steps];
    this.limited = new double[steps + 1];
    this.mean = time.mean();
    for (int x = 0; x < steps; x++) {
      long at = (first + x) * step;
      within[x] = time.cumulative(at + step - 1);
      limited[x] = at - time.shortfall(at);
    }
    limited[steps] = mean;
  }

  /** Not less than the probability of taking at most some steps. */
  double withinAtMost(double steps) {
    double position = steps - first + ROUNDING;
    return position < 0 ? 0 : within[Math.min((int) position, within.length - 1)];
  }

  /**
   * Not more than the mean time in ticks if it is cut short after some steps, by a chord: that mean
   * rises ever more slowly.
   */
  double limitedAtLeast(double steps) {
    double position = steps - first;
    if (position < 0) {
      return Math.max(0, steps * step);
    }
    int place = (int) position;
    return place < limited.length - 1
        ? limited[place] + (position - place) * (limited[place + 1] - limited[place])
        : mean;
  }
}
