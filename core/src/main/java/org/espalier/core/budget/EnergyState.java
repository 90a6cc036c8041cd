package org.espalier.core.budget;

/**
 * How a period with a budget stands at a mapping event.
 *
 * @param budgetJoules what may be spent in the period
 * @param committedJoules what falls into it of the energy of all tasks that have started or are
 *     pending
 * @param remainingTicks aggregate time remaining: the time that all machines together are free
 *     until its end
 * @param allTicks the time of all machines together in the whole period
 */
public record EnergyState(
    double budgetJoules, double committedJoules, double remainingTicks, double allTicks) {
  /** What is left of the budget, in joules; may be negative. */
  public double remainingJoules() {
    return budgetJoules - committedJoules;
  }
}
