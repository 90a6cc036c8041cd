package org.espalier.analysis.stochastic;

/**
 * What is known of a machine after some of its tasks: when it is ready, and moments of what it has
 * earned and spent. Not to be changed.
 *
 * @param from the first step at which it may be ready
 * @param ready by step from there on: the probability that it is ready then
 * @param utilityThen the same with the mean utility so far as a factor; empty if only means are
 *     wanted
 * @param joulesThen the same with the mean energy so far
 * @param utility mean utility
 * @param joules mean energy
 * @param cost mean cost
 * @param onTime mean number of tasks that complete by their deadlines
 * @param dropped mean number of tasks that are not executed
 * @param squareUtility mean of the square of the utility
 * @param squareJoules mean of the square of the energy
 * @param product mean of the product of utility and energy
 */
@SuppressWarnings("ArrayRecordComponent") // read in inner loops
public record MachineMoments(
    int from,
    double[] ready,
    double[] utilityThen,
    double[] joulesThen,
    double utility,
    double joules,
    double cost,
    double onTime,
    double dropped,
    double squareUtility,
    double squareJoules,
    double product) {
  private static final double[] NONE = {};

  static MachineMoments ofIdle(boolean withSpread) {
    double[] nothing = withSpread ? new double[1] : NONE;
    return new MachineMoments(0, new double[] {1}, nothing, nothing, 0, 0, 0, 0, 0, 0, 0, 0);
  }
}
