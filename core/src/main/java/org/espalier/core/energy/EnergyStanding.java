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
 * @param account that of which the period has a share
 */
public record EnergyStanding(
    long start,
    long end,
    double budgetJoules,
    double spentJoules,
    double pendingJoules,
    Account account) {
  /**
   * A day, month or year that has a budget, of which each of its days may take a share.
   *
   * @param beforeJoules what was taken before the present day
   * @param unit what its budget is given in
   * @param perJoule how much of that a joule is
   */
  public record Account(
      long start,
      long end,
      double budgetJoules,
      double beforeJoules,
      String unit,
      double perJoule) {}

  /** What is left of the budget, in joules; below 0 where tasks took longer than expected. */
  public double remainingJoules() {
    return budgetJoules - spentJoules - pendingJoules;
  }

  /** Whether the period is a part of what has the budget, as a day of a month. */
  public boolean isShare() {
    return account.start() != start || account.end() != end;
  }

  /** What is spent, to be gone on from. */
  public SpentEnergy spent() {
    return new SpentEnergy(start, spentJoules, account.beforeJoules());
  }
}
