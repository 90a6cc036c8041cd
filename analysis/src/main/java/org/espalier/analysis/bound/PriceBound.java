package org.espalier.analysis.bound;

/**
 * A bound on utility less weighted energy by prices of the machines' time: for every allocation,
 * {@code utility - weight energy <= value}, whatever the prices. Immutable.
 *
 * <p>The value is what all machines' time is worth, plus for each task the most that it can earn
 * net of its weighted energy and of the time that it takes; not less than 0 where tasks may be
 * dropped, which then also must earn the problem's threshold.
 */
public final class PriceBound {
  private final double lambda;
  private final double value;
  private final Prices prices;
  private final double[] taskValues;

  PriceBound(double lambda, double value, Prices prices, double[] taskValues) {
    this.lambda = lambda;
    this.value = value;
    this.prices = prices;
    this.taskValues = taskValues;
  }

  /** The weight of energy, utility per joule. */
  public double lambda() {
    return lambda;
  }

  /** No allocation's utility less weighted energy is above. */
  public double value() {
    return value;
  }

  public Prices prices() {
    return prices;
  }

  /** The most utility of allocations that spend so much energy. */
  public double utility(double joules) {
    return value + lambda * joules;
  }

  /** The most that a task can earn net of its weighted energy and of the time that it takes. */
  public double taskValue(int task) {
    return taskValues[task];
  }

  /** Those of all tasks, a copy. */
  public double[] taskValues() {
    return taskValues.clone();
  }
}
