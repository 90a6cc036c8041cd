package org.espalier.analysis.nsga2;

import java.util.stream.IntStream;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.problem.Allocation;

/**
 * An allocation as a search changes it. For each task it has the placement that executes it, or
 * {@link Allocation#NOT_EXECUTED}, and its order, from 0 to one less than the number of tasks.
 * Order values may occur twice; equal ones run by task index. Beside the genes it holds its losses
 * and whatever its evaluation keeps of it. Chromosomes are written over when a search needs them no
 * more.
 *
 * @param <S> what the evaluation keeps of a chromosome
 */
public final class Chromosome<S> {
  private final int[] placements;
  private final int[] orders;
  private final S state;
  private double firstLoss;
  private double secondLoss;

  /** A chromosome whose placements are yet to be set, in order of arrival. */
  public Chromosome(int tasks, S state) {
    placements = new int[tasks];
    orders = IntStream.range(0, tasks).map(task -> task).toArray();
    this.state = state;
  }

  /** The placement of each task; an evaluation must not change them. */
  public int[] placements() {
    return placements;
  }

  /** The order of each task; an evaluation must not change them. */
  public int[] orders() {
    return orders;
  }

  /** What its evaluation keeps of it. */
  public S state() {
    return state;
  }

  public double firstLoss() {
    return firstLoss;
  }

  public double secondLoss() {
    return secondLoss;
  }

  /** Its point, as objects. */
  public Losses losses() {
    return new Losses(firstLoss, secondLoss);
  }

  /** Says what it is worth. */
  public void setLosses(double first, double second) {
    firstLoss = first;
    secondLoss = second;
  }

  /**
   * Takes the genes of an allocation. Orders that are no values from 0 to one less than the number
   * of tasks become places in the sequence, which is the same sequence.
   *
   * @param withOrders whether to take the orders, or else that of arrival
   */
  void set(Allocation allocation, boolean withOrders) {
    boolean areSmall = true;
    for (int task = 0; task < placements.length; task++) {
      placements[task] = allocation.placement(task);
      orders[task] = withOrders ? allocation.order(task) : task;
      areSmall &= orders[task] >= 0 && orders[task] < orders.length;
    }
    if (!areSmall) {
      int[] sequence = allocation.sequence();
      for (int place = 0; place < sequence.length; place++) {
        orders[sequence[place]] = place;
      }
    }
  }

  /** Its genes, a copy. */
  public Allocation allocation() {
    return Allocation.of(placements, orders);
  }
}
