package org.espalier.analysis.nsga2;

import java.util.Arrays;
import java.util.BitSet;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * The tasks of each machine in their order: ascending orders, equal ones by task. Built whole, or
 * from the queues of a parent and the tasks that changed. Not for several threads.
 */
final class MachineQueues {
  private final StaticProblem problem;

  /** By machine: the tasks that come to it, in their order. */
  private final int[][] arriving;

  private final int[] arrivingCount;

  /** The machines that have other tasks than before, as far as is known. */
  private final BitSet touched = new BitSet();

  private final boolean[] changed;
  private final long[] keys;

  MachineQueues(StaticProblem problem) {
    this.problem = problem;
    arriving = new int[problem.machines()][16];
    arrivingCount = new int[problem.machines()];
    changed = new boolean[problem.tasks()];
    keys = new long[problem.tasks()];
  }

  /** All tasks come to their machines, and all machines are touched. */
  void setAll(int[] placements, int[] orders) {
    touched.clear();
    for (int machine = 0; machine < arriving.length; machine++) {
      touch(machine);
    }
    for (int task = 0; task < placements.length; task++) {
      keys[task] = ((long) orders[task] << Integer.SIZE) | task;
    }
    arrive(placements.length, placements);
  }

  /** Some tasks leave their machines and come to others, or to other places of the same. */
  void setChanges(int[] placements, int[] orders, int[] before, int[] tasks, int count) {
    touched.clear();
    for (int i = 0; i < count; i++) {
      int task = tasks[i];
      changed[task] = true;
      if (before[task] != Allocation.NOT_EXECUTED) {
        touch(problem.machineOf(before[task]));
      }
      if (placements[task] != Allocation.NOT_EXECUTED) {
        touch(problem.machineOf(placements[task]));
      }
      keys[i] = ((long) orders[task] << Integer.SIZE) | task;
    }
    arrive(count, placements);
  }

  /** Forgets which tasks changed. */
  void forget(int[] tasks, int count) {
    for (int i = 0; i < count; i++) {
      changed[tasks[i]] = false;
    }
  }

  private void touch(int machine) {
    if (!touched.get(machine)) {
      touched.set(machine);
      arrivingCount[machine] = 0;
    }
  }

  private void arrive(int count, int[] placements) {
    Arrays.sort(keys, 0, count);
    for (int i = 0; i < count; i++) {
      int task = (int) keys[i];
      if (placements[task] != Allocation.NOT_EXECUTED) {
        int machine = problem.machineOf(placements[task]);
        if (arrivingCount[machine] == arriving[machine].length) {
          arriving[machine] = Arrays.copyOf(arriving[machine], 2 * arrivingCount[machine]);
        }
        arriving[machine][arrivingCount[machine]++] = task;
      }
    }
  }

  /** The first touched machine from one on; -1 if there is none. */
  int touchedFrom(int machine) {
    return touched.nextSetBit(machine);
  }

  /**
   * The tasks of a touched machine.
   *
   * @param before its tasks before anything changed; none if all were set
   */
  int[] tasks(int machine, int[] before, int[] orders) {
    int[] coming = arriving[machine];
    int comingCount = arrivingCount[machine];
    int[] merged = new int[before.length + comingCount];
    int size = 0;
    int next = 0;
    for (int task : before) {
      if (!changed[task]) {
        while (next < comingCount && isBefore(coming[next], task, orders)) {
          merged[size++] = coming[next++];
        }
        merged[size++] = task;
      }
    }
    while (next < comingCount) {
      merged[size++] = coming[next++];
    }
    return size == merged.length ? merged : Arrays.copyOf(merged, size);
  }

  private static boolean isBefore(int task, int other, int[] orders) {
    return orders[task] < orders[other] || (orders[task] == orders[other] && task < other);
  }
}
