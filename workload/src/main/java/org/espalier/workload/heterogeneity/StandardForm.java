package org.espalier.workload.heterogeneity;

import java.util.stream.DoubleStream;

/**
 * The standard form of a matrix without zeros. Rows and columns are scaled in turn until all rows
 * have the sum sqrt(M/T) and all columns sqrt(T/M), where T is the number of rows and M that of
 * columns (DISSERTATION 3.5.3.2). Its largest singular value is 1.
 */
final class StandardForm {
  private static final double TOLERANCE = 1e-13;
  private static final int MOST_ROUNDS = 100_000;

  private final double[][] matrix;
  private final double rowSum;
  private final double columnSum;

  private StandardForm(double[][] matrix) {
    this.matrix = matrix;
    this.rowSum = Math.sqrt((double) matrix[0].length / matrix.length);
    this.columnSum = Math.sqrt((double) matrix.length / matrix[0].length);
  }

  /** The standard form of speeds that are all above 0. */
  static double[][] of(EcsMatrix ecs) {
    StandardForm form = new StandardForm(ecs.speeds());
    double change = Double.POSITIVE_INFINITY;
    for (int round = 0; change > TOLERANCE && round < MOST_ROUNDS; round++) {
      change = Math.max(form.scaleRows(), form.scaleColumns());
    }
    return form.matrix;
  }

  /** Scales all rows; the largest relative change. */
  private double scaleRows() {
    double change = 0;
    for (double[] row : matrix) {
      double factor = rowSum / DoubleStream.of(row).sum();
      for (int j = 0; j < row.length; j++) {
        row[j] *= factor;
      }
      change = Math.max(change, Math.abs(factor - 1));
    }
    return change;
  }

  private double scaleColumns() {
    double change = 0;
    for (int j = 0; j < matrix[0].length; j++) {
      double sum = 0;
      for (double[] row : matrix) {
        sum += row[j];
      }
      for (double[] row : matrix) {
        row[j] *= columnSum / sum;
      }
      change = Math.max(change, Math.abs(columnSum / sum - 1));
    }
    return change;
  }
}
