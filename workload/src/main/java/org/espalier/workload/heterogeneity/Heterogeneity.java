package org.espalier.workload.heterogeneity;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * How heterogeneous a system is, by three measures of its speeds that do not depend on one another
 * (DISSERTATION 3.5.3.2).
 *
 * @param taskMachineAffinity TMA (eq. 8) over the general machine types: the mean of all singular
 *     values but the largest of the standard form. 0 where all task types rank the machine types
 *     alike, the more the more each has machine types of its own
 * @param general the other two over the general machine types
 * @param all the other two over all machine types, with speed 0 where a task type cannot run
 */
public record Heterogeneity(double taskMachineAffinity, Homogeneity general, Homogeneity all) {

  /**
   * How alike sums of speeds are: each divided by the next larger one, and the mean taken. 1 where
   * all are equal. The source names both and leaves their formulas to the work that it cites.
   *
   * @param taskDifficulty TDH: of the task types, each with the sum of its speeds on all machine
   *     types
   * @param machinePerformance MPH: of the machine types, each with the sum of its speeds for all
   *     task types
   */
  public record Homogeneity(double taskDifficulty, double machinePerformance) {
    static Homogeneity of(EcsMatrix ecs) {
      return new Homogeneity(meanRatio(ecs.rowSums()), meanRatio(ecs.columnSums()));
    }
  }

  /**
   * The heterogeneity of a matrix.
   *
   * @throws IllegalArgumentException if no machine type is general
   */
  public static Heterogeneity of(EcsMatrix ecs) {
    EcsMatrix general =
        ecs.general()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "no machine type can run all task types; TMA is measured on those that can"));
    double affinity = affinity(new Svd(StandardForm.of(general)).values());
    return new Heterogeneity(affinity, Homogeneity.of(general), Homogeneity.of(ecs));
  }

  /** Mean of all but the first; a single task type or machine type leaves no room for affinity. */
  private static double affinity(double[] singularValues) {
    return Arrays.stream(singularValues).skip(1).average().orElse(0);
  }

  /** Mean of each sum divided by the next larger one; 1 if there is only one. */
  private static double meanRatio(double[] sums) {
    double[] sorted = DoubleStream.of(sums).sorted().toArray();
    double ratios = 0;
    for (int k = 1; k < sorted.length; k++) {
      ratios += sorted[k] == sorted[k - 1] ? 1 : sorted[k - 1] / sorted[k];
    }
    return sorted.length == 1 ? 1 : ratios / (sorted.length - 1);
  }
}
