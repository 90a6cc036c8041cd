package org.espalier.workload.pet;

import java.util.Arrays;
import org.espalier.core.pmf.Pmf;

/** The impulses of one cell while a PET is read: times in ticks with their masses. */
final class Impulses {
  private final int line;
  private long[] times = new long[16];
  private double[] masses = new double[16];
  private int size;

  /** A cell that begins on a line of its file. */
  Impulses(int line) {
    this.line = line;
  }

  int line() {
    return line;
  }

  int size() {
    return size;
  }

  void add(long time, double mass) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      masses = Arrays.copyOf(masses, size * 2);
    }
    times[size] = time;
    masses[size++] = mass;
  }

  /** The time added last; there must be one. */
  long latestAdded() {
    return times[size - 1];
  }

  double sum() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += masses[i];
    }
    return sum;
  }

  long earliest() {
    return Arrays.stream(times, 0, size).min().orElse(0);
  }

  long latest() {
    return Arrays.stream(times, 0, size).max().orElse(0);
  }

  /** Greatest common divisor of {@code seed} and all times. */
  long divisor(long seed) {
    return Arrays.stream(times, 0, size).reduce(seed, Pmf::divisor);
  }

  /** Lattice points from the first to the last impulse. */
  long points(long step) {
    return (latest() - earliest()) / step + 1;
  }

  /** The PMF; masses that do not sum to 1 are renormalised. */
  Pmf pmf(long step) {
    long origin = earliest();
    double[] lattice = new double[(int) points(step)];
    for (int i = 0; i < size; i++) {
      lattice[(int) ((times[i] - origin) / step)] += masses[i];
    }
    return isNormal() ? Pmf.of(origin, step, lattice) : Pmf.normalised(origin, step, lattice);
  }

  /** Whether the masses sum to 1 as closely as a PMF asks for. */
  boolean isNormal() {
    return Math.abs(sum() - 1) <= Pmf.SUM_TOLERANCE;
  }
}
