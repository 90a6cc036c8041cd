package org.espalier.analysis.bound;

/**
 * A bound on utility less weighted energy by prices of the machines' time: for every allocation,
 * {@code utility - lambda energy <= value}, whatever the prices. Its arrays are not to be changed.
 *
 * <p>The value is what all machines' time is worth, plus for each task the most that it can earn
 * net of its weighted energy and of the time that it takes; not less than 0 where tasks may be
 * dropped, which then also must earn the problem's threshold.
 *
 * @param lambda the weight of energy, utility per joule
 * @param value no allocation's utility less weighted energy is above
 * @param prices what a second of a machine costs, in utility, by machine type and time slot
 * @param taskValues the most that each task can earn net of what it costs
 */
public record PriceBound(double lambda, double value, double[][] prices, double[] taskValues) {
  /** The most utility of allocations that spend so much energy. */
  public double utility(double joules) {
    return value + lambda * joules;
  }
}
