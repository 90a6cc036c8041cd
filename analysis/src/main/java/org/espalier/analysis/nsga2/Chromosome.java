package org.espalier.analysis.nsga2;

import org.espalier.analysis.front.Losses;
import org.espalier.analysis.problem.Allocation;

/**
 * An allocation as a search changes it: for each task the placement that executes it, or {@link
 * Allocation#NOT_EXECUTED}, and its order, from 0 to one less than the number of tasks. Order
 * values may occur twice; equal ones run by task index. Beside the genes it holds its losses and
 * whatever its evaluation keeps of it. Chromosomes are written over when a search needs them no
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

  /** One whose genes are yet to be set. */
  public Chromosome(int tasks, S state) {
    placements = new int[tasks];
    orders = new int[tasks];
    this.state = state;
  }

  public int tasks() {
    return placements.length;
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

  /** Takes the genes of an allocation. */
  public void set(Allocation allocation) {
    for (int task = 0; task < placements.length; task++) {
      placements[task] = allocation.placement(task);
      orders[task] = allocation.order(task);
    }
  }

  /** Its genes, a copy. */
  public Allocation allocation() {
    return Allocation.of(placements, orders);
  }
}
