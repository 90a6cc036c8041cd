package org.espalier.analysis.problem;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A static resource allocation. For each task it has the placement that executes it, or that none
 * does, and its place in the global scheduling order (DISSERTATION 5.4.4). The tasks of a machine
 * run in ascending order, those of equal order by task index. Immutable.
 */
public final class Allocation {
  /** In place of a placement: the task is not executed. */
  public static final int NOT_EXECUTED = -1;

  private final int[] placements;
  private final int[] orders;

  private Allocation(int[] placements, int[] orders) {
    this.placements = placements;
    this.orders = orders;
  }

  /**
   * An allocation.
   *
   * @param placements by task, a placement id (machine by machine and P-state by P-state) or {@link
   *     #NOT_EXECUTED}
   * @param orders by task; values may occur twice
   */
  public static Allocation of(int[] placements, int[] orders) {
    return new Allocation(placements.clone(), orders.clone());
  }

  /** An allocation in which tasks run in the order of their indices. */
  public static Allocation inOrderOfArrival(int... placements) {
    int[] orders = IntStream.range(0, placements.length).map(task -> task).toArray();
    return new Allocation(placements.clone(), orders);
  }

  public int tasks() {
    return placements.length;
  }

  /** The placement of a task, or {@link #NOT_EXECUTED}. */
  public int placement(int task) {
    return placements[task];
  }

  public int order(int task) {
    return orders[task];
  }

  /** The placements of all tasks, a copy. */
  public int[] placements() {
    return placements.clone();
  }

  /** The orders of all tasks, a copy. */
  public int[] orders() {
    return orders.clone();
  }

  /** The tasks in the order in which they run, whatever the machine. */
  public int[] sequence() {
    long[] keys = new long[orders.length];
    for (int task = 0; task < keys.length; task++) {
      keys[task] = ((long) orders[task] << Integer.SIZE) | task;
    }
    Arrays.sort(keys);
    return IntStream.range(0, keys.length).map(i -> (int) keys[i]).toArray();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Allocation allocation
        && Arrays.equals(placements, allocation.placements)
        && Arrays.equals(orders, allocation.orders);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(placements) + Arrays.hashCode(orders);
  }
}
