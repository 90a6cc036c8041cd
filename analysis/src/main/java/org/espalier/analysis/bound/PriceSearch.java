package org.espalier.analysis.bound;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.pricing.PriceDescent;
import org.espalier.core.pricing.TimeMarket;

/**
 * A search for prices that make the bound of a weight low. Not for several threads at once.
 *
 * <p>The bound is convex in the prices; the machines' time that nobody takes in a slot, less what
 * is taken too often, is a subgradient. Prices move by {@link PriceDescent}, by steps that shrink
 * at a constant ratio. The result depends on the number of steps only.
 */
final class PriceSearch {
  private static final double LAST_STEP = 0.0025;

  private final PricedTasks tasks;
  private final double scale;
  private final double[][] free;

  /**
   * A search.
   *
   * @param slotSeconds the width of the slots, above 0
   * @param slots how many of them have prices, at least 1
   */
  PriceSearch(StaticProblem problem, double slotSeconds, int slots) {
    if (!(slotSeconds > 0) || slots < 1) {
      throw new IllegalArgumentException(
          "%s slots of %s s; expected at least one of a width above 0"
              .formatted(slots, slotSeconds));
    }
    tasks = new PricedTasks(problem, slotSeconds, slots);
    scale = utilityPerSecond(problem);
    free = new double[problem.machineTypes()][slots];
  }

  /** What the tasks could earn at most by the time that they take on average. */
  private static double utilityPerSecond(StaticProblem problem) {
    double seconds = 0;
    double[] means = new double[problem.taskTypes()];
    for (int type = 0; type < means.length; type++) {
      int taskType = type;
      means[type] =
          Arrays.stream(problem.placementsFor(type))
              .mapToDouble(p -> problem.seconds(taskType, problem.modeOf(p)))
              .average()
              .orElse(0);
    }
    for (int task = 0; task < problem.tasks(); task++) {
      seconds += means[problem.type(task)];
    }
    double utility = problem.greatestUtility();
    return utility > 0 && seconds > 0 ? utility / seconds : 1;
  }

  /** Prices of 0, from which a first search may start; not to be changed. */
  double[][] free() {
    return free;
  }

  /**
   * The best bound met on the way from some prices.
   *
   * @param lambda the weight of energy, utility per joule
   * @param start by machine type and slot
   * @param firstStep of the prices, in the utility that the tasks can earn per second; 0.5 from
   *     free prices, less from those of a weight nearby
   * @param steps how many steps there are
   * @param stop asked before each step; the first bound is found in any case
   */
  PriceBound from(
      double lambda, double[][] start, double firstStep, int steps, BooleanSupplier stop) {
    TimeMarket market = tasks.market();
    market.set(start);
    PriceDescent descent = new PriceDescent(free.length, free[0].length);
    double[][] best = start;
    double least = tasks.value(lambda);
    double step = firstStep * scale;
    double ratio = Math.pow(Math.min(1, LAST_STEP / firstStep), 1.0 / Math.max(1, steps));
    for (int i = 1; i <= steps && !stop.getAsBoolean(); i++) {
      descent.begin(i);
      market.move(descent, step);
      double value = tasks.value(lambda);
      if (value < least) {
        least = value;
        best = market.prices();
      }
      step *= ratio;
    }
    return tasks.at(lambda, best);
  }
}
