package org.espalier.core.budget;

import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.Arguments;

/**
 * An energy filter: what a task may take at a mapping event, so that the budget of the period lasts
 * (DISSERTATION 3.3.4, 4.3.3). Choices that take more are left out for the event.
 */
public sealed interface TaskBudget {
  /** What a task may take, in joules. */
  double joules(EnergyState state, EecMatrix eec);

  /** No filter. */
  record Unlimited() implements TaskBudget {
    @Override
    public double joules(EnergyState state, EecMatrix eec) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /**
   * The fixed filter (DISSERTATION equations 6 and 7): a share of what remains for each task that
   * the machines can still do.
   *
   * @param leniency by which the share is multiplied, above 0
   */
  record Fixed(double leniency) implements TaskBudget {
    public Fixed {
      Arguments.positive(leniency, "energy leniency");
    }

    @Override
    public double joules(EnergyState state, EecMatrix eec) {
      double tasks = state.remainingTicks() / eec.meanTicks();
      return state.remainingJoules() <= 0 || tasks <= 0
          ? 0
          : leniency * state.remainingJoules() / tasks;
    }
  }

  /**
   * The adaptive filter (DISSERTATION equations 9 to 11). What remains is shared between the tasks
   * that time and energy still allow. A task may take such a share, times how slowly the budget was
   * spent so far.
   */
  record Adaptive() implements TaskBudget {
    @Override
    public double joules(EnergyState state, EecMatrix eec) {
      double tasks = tasks(state, eec);
      return state.remainingJoules() <= 0 || tasks <= 0
          ? 0
          : lambda(state) * state.remainingJoules() / tasks;
    }

    /** Tasks that time and energy still allow: n. */
    static double tasks(EnergyState state, EecMatrix eec) {
      return Math.min(
          state.remainingTicks() / eec.meanTicks(), state.remainingJoules() / eec.meanJoules());
    }

    /** How slowly the budget was spent: above 1 if more slowly than time passed. */
    static double lambda(EnergyState state) {
      double used = state.allTicks() - state.remainingTicks();
      if (state.committedJoules() == 0) {
        return used == 0 ? 1 : Double.POSITIVE_INFINITY;
      }
      return (state.budgetJoules() / state.allTicks()) / (state.committedJoules() / used);
    }
  }
}
