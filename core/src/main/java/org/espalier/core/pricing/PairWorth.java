package org.espalier.core.pricing;

import org.espalier.core.model.Task;

/** What tasks are worth beyond what they cost, at the prices of one mapping event. */
final class PairWorth {
  private final UtilityPrices prices;
  private final int[] machines;

  /**
   * The worth of tasks.
   *
   * @param machines number of machines that take tasks, by type
   */
  PairWorth(UtilityPrices prices, int... machines) {
    this.prices = prices;
    this.machines = machines;
  }

  /**
   * The most a task is worth that starts somewhere at a time; negative infinity where no machine
   * takes it.
   */
  double best(Task task, double start) {
    return best(task, start, prices::cost);
  }

  /** The same at half the prices, and at the least that energy ever costs. */
  double atHalf(Task task, double start) {
    return best(task, start, (choices, c, at) -> prices.leastCost(choices, c) / 2);
  }

  /** What a choice costs that starts at a time. */
  private interface Cost {
    double of(TypeChoices choices, int choice, double start);
  }

  private double best(Task task, double start, Cost cost) {
    TypeChoices choices = prices.choices(task.type());
    double best = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < choices.size(); c++) {
      if (machines[choices.machineType(c)] > 0) {
        best = Math.max(best, choices.utility(task, c, start) - cost.of(choices, c, start));
      }
    }
    return best;
  }

  /** The most a task is worth that starts on a machine type at a time; 0 if it is worth nothing. */
  double on(int machineType, Task task, double start) {
    TypeChoices choices = prices.choices(task.type());
    double best = 0;
    for (int c = choices.begin(machineType); c < choices.begin(machineType + 1); c++) {
      best = Math.max(best, choices.utility(task, c, start) - prices.cost(choices, c, start));
    }
    return best;
  }

  /** What a task is worth in a P-state of a machine type that can run it. */
  double in(int machineType, int pState, Task task, double start) {
    TypeChoices choices = prices.choices(task.type());
    int choice = choices.begin(machineType) + pState;
    return choices.utility(task, choice, start) - prices.cost(choices, choice, start);
  }
}
