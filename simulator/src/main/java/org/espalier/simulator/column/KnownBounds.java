package org.espalier.simulator.column;

/**
 * What no policy gets beyond in a trial; NaN where it is not known.
 *
 * @param steadyShare the steady fluid bound, from 0 to 1
 * @param utility of the tasks that complete in the measured time
 * @param proratedUtility of the executions in the measured time
 */
public record KnownBounds(double steadyShare, double utility, double proratedUtility) {
  /** Nothing is known. */
  public static final KnownBounds NONE = new KnownBounds(Double.NaN, Double.NaN, Double.NaN);
}
