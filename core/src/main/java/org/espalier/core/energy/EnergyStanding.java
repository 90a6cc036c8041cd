package org.espalier.core.energy;

/**
 * How the energy budget of the present period stands.
 *
 * @param start first tick of the period
 * @param end the tick with which the next one begins
 * @param budgetJoules what may be spent in it
 * @param spentJoules what falls into it of the energy of tasks that have left
 * @param pendingJoules the same of tasks that run or wait in machine queues, as they are expected
 *     to run
 */
public record EnergyStanding(
    long start, long end, double budgetJoules, double spentJoules, double pendingJoules) {
  /** What is left of the budget, in joules; below 0 where tasks took longer than expected. */
  public double remainingJoules() {
    return budgetJoules - spentJoules - pendingJoules;
  }

  /** What is spent, to be gone on from. */
  public SpentEnergy spent() {
    return new SpentEnergy(start, spentJoules);
  }
}
