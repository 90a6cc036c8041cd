package org.espalier.analysis.rounding;

import java.util.Arrays;
import org.espalier.analysis.problem.StaticProblem;

/**
 * How many tasks of each type each machine runs in each P-state, with the time of every machine and
 * the energy of all.
 *
 * <p>A cell is a task type in a mode: type i in mode m is {@code i modes + m}.
 */
final class MachineLoads {
  private final int modes;
  private final double[] seconds;
  private final double[] joules;
  private final int[][] counts;
  private final int[][] present;
  private final int[] presentSize;
  private final double[] load;
  private double totalJoules;

  MachineLoads(StaticProblem problem) {
    modes = problem.modes();
    seconds = problem.cells(problem::seconds);
    joules = problem.cells(problem::joules);
    counts = new int[problem.machines()][seconds.length];
    present = new int[problem.machines()][seconds.length];
    presentSize = new int[problem.machines()];
    load = new double[problem.machines()];
  }

  void clear() {
    for (int[] row : counts) {
      Arrays.fill(row, 0);
    }
    Arrays.fill(presentSize, 0);
    Arrays.fill(load, 0);
    totalJoules = 0;
  }

  void add(int machine, int cell) {
    if (counts[machine][cell]++ == 0) {
      present[machine][presentSize[machine]++] = cell;
    }
    load[machine] += seconds[cell];
    totalJoules += joules[cell];
  }

  void remove(int machine, int cell) {
    if (--counts[machine][cell] == 0) {
      int[] cells = present[machine];
      int place = 0;
      while (cells[place] != cell) {
        place++;
      }
      cells[place] = cells[--presentSize[machine]];
    }
    load[machine] -= seconds[cell];
    totalJoules -= joules[cell];
  }

  int machines() {
    return load.length;
  }

  int modes() {
    return modes;
  }

  /** Execution times by cell; not to be changed. */
  double[] seconds() {
    return seconds;
  }

  /** Energies by cell; not to be changed. */
  double[] joules() {
    return joules;
  }

  double load(int machine) {
    return load[machine];
  }

  int count(int machine, int cell) {
    return counts[machine][cell];
  }

  /** The cells that a machine has tasks of, {@link #presentSize} of them; not to be changed. */
  int[] present(int machine) {
    return present[machine];
  }

  int presentSize(int machine) {
    return presentSize[machine];
  }

  double totalJoules() {
    return totalJoules;
  }

  double makespan() {
    return load[longest()];
  }

  /** The machine of the longest time. */
  int longest() {
    int longest = 0;
    for (int machine = 1; machine < load.length; machine++) {
      if (load[machine] > load[longest]) {
        longest = machine;
      }
    }
    return longest;
  }
}
