package org.espalier.simulator.explanation;

import java.util.Optional;
import org.espalier.core.allocation.journal.Basis;

/**
 * The chance of success of a task at the end of a machine queue.
 *
 * @param machine index of the machine
 * @param chance the chance; 0 where the task cannot run
 * @param room whether the queue has room for it
 * @param price what it would pay there; empty if the policy has no prices
 */
public record MachineChance(int machine, double chance, boolean room, Optional<Price> price) {
  /**
   * What machine time costs.
   *
   * @param idle whether the machine is idle
   * @param own what the task would pay, against what it would gain
   * @param paid the same of the last task that was mapped there while this one waited
   */
  public record Price(boolean idle, Basis own, Optional<Payment> paid) {
    /** What the task would gain of what it would pay; it is worth its price above 1. */
    public double gainOfPrice() {
      return own.limit() / Math.max(own.value(), Double.MIN_NORMAL);
    }
  }

  /** What a task was to pay for a machine when it was mapped, against what it was to gain. */
  public record Payment(int task, long time, Basis price) {}
}
