package org.espalier.core.allocation;

import org.espalier.core.pmf.Pmf;

/**
 * An execution time by whole steps of the lattice, for bounds that are sums of look-ups: no
 * division, and no answer on the wrong side.
 */
final class LatticeTable {
  /** Number of steps of the earliest time, where both tables begin. */
  private final long first;

  /** By number of steps, the probability of taking less than one step more. */
  private final double[] within;

  /** By number of steps, the mean of the time if it is cut short there, in ticks. */
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
    this.limited = new double[steps];
    this.mean = time.mean();
    for (int x = 0; x < steps; x++) {
      long at = (first + x) * step;
      within[x] = time.cumulative(at + step - 1);
      limited[x] = at - time.shortfall(at);
    }
  }

  /** Not less than the probability of taking at most some steps and a part of one. */
  double withinAtMost(long steps) {
    long place = steps - first;
    return place < 0 ? 0 : within[(int) Math.min(place, within.length - 1)];
  }

  /** Not more than the mean time in ticks if it is cut short after some steps and a part of one. */
  double limitedAtLeast(long steps) {
    long place = steps - first;
    if (place < 0) {
      return steps <= 0 ? 0 : steps * step;
    }
    return place < limited.length ? limited[(int) place] : mean;
  }
}
