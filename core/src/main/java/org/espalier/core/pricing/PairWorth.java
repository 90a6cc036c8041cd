package org.espalier.core.pricing;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.model.Task;
import org.espalier.core.pricing.TypeChoices.Choice;

/**
 * What tasks are worth beyond what they cost, at the prices of one mapping event. All tasks are as
 * they were asked for.
 *
 * @param machines number of machines that take tasks, by type
 */
record PairWorth(
    MappingSession session, UtilityPrices prices, SuccessWorth successes, int... machines) {
  /**
   * The most a task is worth that starts somewhere at a time; negative infinity where no machine
   * takes it.
   */
  double best(Task task, double start) {
    return best(task, start, choice -> prices.cost(choice, start));
  }

  /** The same at half the prices, and at the least that energy ever costs. */
  double atHalf(Task task, double start) {
    return best(task, start, choice -> prices.leastCost(choice) / 2);
  }

  private double best(Task task, double start, ToDoubleFunction<Choice> cost) {
    TypeChoices choices = choices(task);
    double best = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < choices.size(); c++) {
      Choice choice = choices.get(c);
      if (machines[choice.machineType()] > 0) {
        best = Math.max(best, gain(task, choice, start) - cost.applyAsDouble(choice));
      }
    }
    return best;
  }

  /** The most a task is worth that starts on a machine type at a time; 0 if it is worth nothing. */
  double on(int machineType, Task task, double start) {
    double best = 0;
    for (Choice choice : choices(task).on(machineType)) {
      best = Math.max(best, by(choice, task, start));
    }
    return best;
  }

  /** What a task is worth by one of its choices. */
  double by(Choice choice, Task task, double start) {
    return gain(task, choice, start) - prices.cost(choice, start);
  }

  /** What a task may choose. */
  TypeChoices choices(Task task) {
    return prices.choices(task.type());
  }

  private double gain(Task task, Choice choice, double start) {
    double success = session.event().moreWorth(task.type()) == 0 ? 0 : choice.success(task, start);
    return successes.over(task, session, choice.utility(task, start), success);
  }

  /**
   * What a task would pay on a machine type against what it would gain there. It is for the version
   * and the P-state that leave most, and empty where the task cannot run.
   */
  Optional<Basis> price(Task task, int machineType, double start) {
    return choices(task).on(machineType).stream()
        .map(its -> new Basis("price", prices.cost(its, start), gain(task, its, start)))
        .max(Comparator.comparingDouble(price -> price.limit() - price.value()));
  }
}
