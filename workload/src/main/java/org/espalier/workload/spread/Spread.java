package org.espalier.workload.spread;

/**
 * How much the execution time and the power of each task type vary on each machine type in each
 * P-state. These are coefficients of variation (COV, standard deviation over mean). NaN where
 * nothing is said. Immutable.
 */
public final class Spread {
  private final Cov[][][] covs;

  /** The two of a cell. */
  record Cov(double time, double power) {
    static final Cov UNKNOWN = new Cov(Double.NaN, Double.NaN);
  }

  /** Keeps the array, [taskType][machineType][pState]. */
  Spread(Cov[][][] covs) {
    this.covs = covs;
  }

  /** The COV of the execution time. */
  public double timeCov(int taskType, int machineType, int pState) {
    return covs[taskType][machineType][pState].time();
  }

  /** The COV of the power while it executes. */
  public double powerCov(int taskType, int machineType, int pState) {
    return covs[taskType][machineType][pState].power();
  }
}
