package org.espalier.workload.heterogeneity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ways to change the task-machine affinity (TMA) of speeds while the homogeneity of task types and
 * machine types stays nearly the same (DISSERTATION 3.5.3.2). The speeds of general machine types
 * change; those of special ones are set afterwards, wherever they can run a task type, to {@value
 * #SPECIAL_SPEED} times its mean speed on general ones.
 */
public enum AffinityLevel {
  /** Rank 1: all task types rank the machine types alike, and TMA is 0. */
  LOW {
    @Override
    double[][] retuned(double[][] speeds) {
      Svd svd = new Svd(speeds);
      return sum(new double[speeds.length][speeds[0].length], svd.values()[0], svd.direction(0));
    }
  },

  /**
   * More of each singular direction but the first, one after another: {@value #SHARE} of the most
   * that leaves no speed below 0. The source adds as much as it can, which would make speeds of 0.
   * A direction of singular value 0 is not determined by the matrix, and is left out.
   */
  HIGH {
    @Override
    double[][] retuned(double[][] speeds) {
      List<Step> steps = steps(speeds);
      return steps.isEmpty() ? speeds : steps.getLast().speeds();
    }
  };

  /** Share of the largest step that is taken. */
  static final double SHARE = 0.7;

  /** Speed of a special machine type over the mean of the general ones. */
  static final double SPECIAL_SPEED = 10;

  /**
   * One singular direction that was added.
   *
   * @param direction its number, 2 for the second
   * @param largest the most of it that leaves no speed below 0
   * @param taken how much of it was added
   * @param speeds the speeds afterwards
   */
  record Step(int direction, double largest, double taken, double[][] speeds) {}

  /** The speeds of general machine types for others; all are above 0. */
  abstract double[][] retuned(double[][] speeds);

  /**
   * The speeds at this level.
   *
   * @throws IllegalArgumentException if no machine type is general
   */
  public EcsMatrix retuned(EcsMatrix ecs) {
    EcsMatrix general =
        ecs.general()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "no machine type can run all task types; the speeds of those that can change"));
    double[][] retuned = retuned(general.speeds());
    int[] columns = ecs.generalColumns();
    double[][] speeds = ecs.speeds();
    for (int i = 0; i < speeds.length; i++) {
      double special = SPECIAL_SPEED * Arrays.stream(retuned[i]).average().orElseThrow();
      speeds[i] = Arrays.stream(speeds[i]).map(speed -> speed > 0 ? special : 0).toArray();
      for (int k = 0; k < columns.length; k++) {
        speeds[i][columns[k]] = retuned[i][k];
      }
    }
    return EcsMatrix.of(speeds);
  }

  /** The steps of {@link #HIGH}, one for each direction but the first. */
  static List<Step> steps(double[][] speeds) {
    Svd svd = new Svd(speeds);
    List<Step> steps = new ArrayList<>();
    double[][] present = speeds;
    for (int k = 1; k < svd.values().length && svd.isPositive(k); k++) {
      double[][] direction = svd.direction(k);
      double largest = largestStep(present, direction);
      present = sum(present, SHARE * largest, direction);
      steps.add(new Step(k + 1, largest, SHARE * largest, present));
    }
    return steps;
  }

  /** The most of a direction, which has entries of both signs, that leaves no speed below 0. */
  private static double largestStep(double[][] speeds, double[][] direction) {
    double largest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < speeds.length; i++) {
      for (int j = 0; j < speeds[i].length; j++) {
        if (direction[i][j] < 0) {
          largest = Math.min(largest, -speeds[i][j] / direction[i][j]);
        }
      }
    }
    return largest;
  }

  private static double[][] sum(double[][] matrix, double factor, double[][] direction) {
    double[][] sum = EcsMatrix.copy(matrix);
    for (int i = 0; i < sum.length; i++) {
      for (int j = 0; j < sum[i].length; j++) {
        sum[i][j] += factor * direction[i][j];
      }
    }
    return sum;
  }
}
