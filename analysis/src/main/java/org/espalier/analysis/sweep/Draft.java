package org.espalier.analysis.sweep;

import java.util.Arrays;
import org.espalier.analysis.problem.Allocation;

/**
 * An allocation in the making: for each machine the tasks in the order in which they run, for each
 * task its placement.
 */
final class Draft {
  private static final int POSITION_BITS = 24;
  private static final double TICKS_PER_SECOND = 1000;

  final int[][] sequences;
  final int[] lengths;

  /** By task; {@link Allocation#NOT_EXECUTED} if it is on no machine. */
  final int[] placements;

  Draft(int tasks, int machines) {
    sequences = new int[machines][8];
    lengths = new int[machines];
    placements = new int[tasks];
    Arrays.fill(placements, Allocation.NOT_EXECUTED);
  }

  Draft(Draft other) {
    sequences = new int[other.sequences.length][];
    for (int machine = 0; machine < sequences.length; machine++) {
      int capacity = Math.max(1, other.lengths[machine]);
      sequences[machine] = Arrays.copyOf(other.sequences[machine], capacity);
    }
    lengths = other.lengths.clone();
    placements = other.placements.clone();
  }

  void append(int task, int machine, int placement) {
    insert(task, machine, lengths[machine], placement);
  }

  void insert(int task, int machine, int position, int placement) {
    int length = lengths[machine]++;
    if (length == sequences[machine].length) {
      sequences[machine] = Arrays.copyOf(sequences[machine], 2 * length);
    }
    int[] sequence = sequences[machine];
    System.arraycopy(sequence, position, sequence, position + 1, length - position);
    sequence[position] = task;
    placements[task] = placement;
  }

  void remove(int machine, int position) {
    int[] sequence = sequences[machine];
    placements[sequence[position]] = Allocation.NOT_EXECUTED;
    int length = --lengths[machine];
    System.arraycopy(sequence, position + 1, sequence, position, length - position);
  }

  /**
   * The allocation. Orders follow the times given, and the sequence of a machine where these are
   * equal.
   *
   * @param done by task, when its machine goes on; not falling along a machine's sequence
   */
  Allocation allocation(double[] done) {
    long[] keys = new long[placements.length];
    Arrays.fill(keys, Long.MAX_VALUE);
    for (int machine = 0; machine < sequences.length; machine++) {
      for (int k = 0; k < lengths[machine]; k++) {
        int task = sequences[machine][k];
        keys[task] = ((long) (done[task] * TICKS_PER_SECOND) << POSITION_BITS) | k;
      }
    }
    long[] sorted = keys.clone();
    Arrays.sort(sorted);
    int[] orders = new int[keys.length];
    Arrays.setAll(orders, task -> Arrays.binarySearch(sorted, keys[task]));
    return Allocation.of(placements, orders);
  }
}
