package org.espalier.report.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The empirical distribution of some values: which share of them is at most so much (MAXROBUST VI,
 * figure 2).
 *
 * @param steps the values, each once and in order, at which the share rises
 */
public record EmpiricalDistribution(List<Step> steps) {
  /**
   * A value and the share of all values that are at most as great.
   *
   * @param percent in (0, 100]
   */
  public record Step(double value, double percent) {}

  /** The distribution of some values; those that are NaN do not count. */
  public static EmpiricalDistribution of(double... values) {
    double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < sorted.length; i++) {
      boolean lastOfItsValue = i + 1 == sorted.length || sorted[i + 1] > sorted[i];
      if (lastOfItsValue) {
        steps.add(new Step(sorted[i], 100.0 * (i + 1) / sorted.length));
      }
    }
    return new EmpiricalDistribution(steps);
  }
}
