package org.espalier.workload.pet;

/** What the execution times of a cell of a generated PET are drawn from, given their mean. */
public sealed interface TimeDistribution {
  /** Gamma distributions, the shape of each cell drawn uniformly from a range. */
  record Gamma(double leastShape, double greatestShape) implements TimeDistribution {}

  /**
   * Gamma distributions, the scale of each cell drawn uniformly from a range (DROPPING V-A,
   * MAXROBUST V). The longer the mean, the less times vary about it.
   *
   * @param leastScale in the unit of the means, as the next
   */
  record GammaByScale(double leastScale, double greatestScale) implements TimeDistribution {}

  /**
   * Lognormal distributions: those with long tails.
   *
   * @param sigma the standard deviation of the logarithm, above 0 to 3
   */
  record LogNormal(double sigma) implements TimeDistribution {}

  /**
   * Short times and some long ones: two gamma distributions, both of shape 50.
   *
   * @param share of the long times, from 0 to 1
   * @param ratio of the mean of the long times to that of the short ones
   */
  record Bimodal(double share, double ratio) implements TimeDistribution {}
}
