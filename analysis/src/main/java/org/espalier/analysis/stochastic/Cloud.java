package org.espalier.analysis.stochastic;

import java.util.Arrays;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * A cloud of points of utility and energy: an allocation evaluated many times, each time with other
 * times and powers. The source shows such clouds as fuzzy fronts (DISSERTATION 7.4, figures 7.4 to
 * 7.7). Immutable.
 */
public final class Cloud {
  private final double[] utilities;
  private final double[] joules;
  private double meanDropped;

  private Cloud(int samples) {
    utilities = new double[samples];
    joules = new double[samples];
  }

  /**
   * The cloud of an allocation, a point for each sample. Samples that are not those of a search
   * judge its front without favour.
   */
  public static Cloud of(SampledOutcomes samples, Allocation allocation) {
    return of(samples, new UtilityTables(samples), allocation);
  }

  static Cloud of(SampledOutcomes samples, UtilityTables tables, Allocation allocation) {
    StaticProblem problem = samples.problem();
    int[] sequence = allocation.sequence();
    SampleWalk walk = new SampleWalk(samples, tables);
    Cloud cloud = new Cloud(samples.count());
    double[] executed = new double[samples.count()];
    for (int machine = 0; machine < problem.machines(); machine++) {
      walk.begin();
      for (int task : sequence) {
        int placement = allocation.placement(task);
        if (placement != Allocation.NOT_EXECUTED
            && problem.machineOf(placement) == machine
            && walk.execute(task, problem.modeOf(placement))) {
          walk.countExecuted(executed);
        }
      }
      cloud.add(walk.state());
    }
    cloud.meanDropped =
        Arrays.stream(executed).map(n -> allocation.tasks() - n).average().orElseThrow();
    return cloud;
  }

  private void add(SampledSums machine) {
    for (int n = 0; n < utilities.length; n++) {
      utilities[n] += machine.utility()[n];
      joules[n] += machine.joules()[n];
    }
  }

  /** How many points there are. */
  public int size() {
    return utilities.length;
  }

  public double utility(int sample) {
    return utilities[sample];
  }

  public double joules(int sample) {
    return joules[sample];
  }

  public double meanUtility() {
    return mean(utilities);
  }

  public double meanJoules() {
    return mean(joules);
  }

  /** How many tasks are not executed. */
  public double meanDropped() {
    return meanDropped;
  }

  /** An estimate from the points: sums are divided by one less than their number. */
  public double varianceOfUtility() {
    return covariance(utilities, utilities);
  }

  /** An estimate, in square joules. */
  public double varianceOfJoules() {
    return covariance(joules, joules);
  }

  /** An estimate of the covariance of utility and energy. */
  public double covariance() {
    return covariance(utilities, joules);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** 0 if there is one point. */
  private static double covariance(double[] first, double[] second) {
    double meanOfFirst = mean(first);
    double meanOfSecond = mean(second);
    double sum = 0;
    for (int n = 0; n < first.length; n++) {
      sum += (first[n] - meanOfFirst) * (second[n] - meanOfSecond);
    }
    return first.length == 1 ? 0 : sum / (first.length - 1);
  }
}
