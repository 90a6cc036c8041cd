package org.espalier.workload.heterogeneity;

import java.util.Arrays;

/**
 * Mean, variation, skewness and kurtosis of some numbers, as moments of the numbers themselves: all
 * divide by their count (DISSERTATION 5.3.4.2).
 *
 * @param mean their mean
 * @param coefficientOfVariation (COV) standard deviation over mean
 * @param skewness third standardised moment; NaN if all numbers are equal
 * @param kurtosis fourth standardised moment, 3 for a normal distribution; NaN if all are equal
 */
public record Moments(
    double mean, double coefficientOfVariation, double skewness, double kurtosis) {

  /** The moments of at least one number. */
  public static Moments of(double... values) {
    double least = Arrays.stream(values).min().orElseThrow();
    boolean areEqual = Arrays.stream(values).allMatch(value -> value == least);
    double mean = areEqual ? least : Arrays.stream(values).average().orElseThrow();
    double deviation = Math.sqrt(central(values, mean, 2));
    return new Moments(
        mean,
        deviation / mean,
        central(values, mean, 3) / Math.pow(deviation, 3),
        central(values, mean, 4) / Math.pow(deviation, 4));
  }

  private static double central(double[] values, double mean, int power) {
    return Arrays.stream(values)
        .map(value -> Math.pow(value - mean, power))
        .average()
        .orElseThrow();
  }
}
