package org.espalier.workload.spread;

/**
 * How much the execution time and the power of each task type vary on each machine type in each
 * P-state, as coefficients of variation (COV, standard deviation over mean). NaN where nothing is
 * said. Immutable.
 */
public final class Spread {
  private final double[][][] timeCov;
  private final double[][][] powerCov;

  /** Keeps the arrays. */
  Spread(double[][][] timeCov, double[][][] powerCov) {
    this.timeCov = timeCov;
    this.powerCov = powerCov;
  }

  /** The COV of the execution time. */
  public double timeCov(int taskType, int machineType, int pState) {
    return timeCov[taskType][machineType][pState];
  }

  /** The COV of the power while it executes. */
  public double powerCov(int taskType, int machineType, int pState) {
    return powerCov[taskType][machineType][pState];
  }
}
