package org.espalier.workload.heterogeneity;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The singular value decomposition of a small dense matrix, A = U S V^T.
 *
 * <p><b>Inside.</b> One-sided Jacobi rotations: two columns of A at a time are rotated so that they
 * become orthogonal, and V takes the same rotations, until all columns are. Their lengths are then
 * the singular values, their directions the columns of U. A wide matrix is decomposed as its
 * transpose. The method is slow for large matrices and exact to the last digits for small ones.
 */
final class Svd {
  private static final double ORTHOGONAL = 1e-15;
  private static final double ROUNDING = Math.ulp(1.0);
  private static final int MOST_SWEEPS = 100;

  /** Columns of A, which become those of U, each as long as its singular value. */
  private final double[][] columns;

  private final double[][] right;
  private final boolean wide;
  private final double[] values;
  private final int[] order;

  Svd(double[][] matrix) {
    wide = matrix[0].length > matrix.length;
    columns = wide ? EcsMatrix.copy(matrix) : transposed(matrix);
    right = identity(columns.length);
    rotateAll();
    values = IntStream.range(0, columns.length).mapToDouble(k -> length(columns[k])).toArray();
    order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -values[k]))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  private static double[][] transposed(double[][] matrix) {
    double[][] transposed = new double[matrix[0].length][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix[i].length; j++) {
        transposed[j][i] = matrix[i][j];
      }
    }
    return transposed;
  }

  private static double[][] identity(int size) {
    double[][] identity = new double[size][size];
    for (int k = 0; k < size; k++) {
      identity[k][k] = 1;
    }
    return identity;
  }

  private void rotateAll() {
    boolean rotated = true;
    for (int sweep = 0; rotated && sweep < MOST_SWEEPS; sweep++) {
      rotated = false;
      for (int p = 0; p < columns.length; p++) {
        for (int q = p + 1; q < columns.length; q++) {
          rotated |= rotate(p, q);
        }
      }
    }
  }

  /** Makes two columns orthogonal; false if they were. */
  private boolean rotate(int p, int q) {
    double product = product(columns[p], columns[q]);
    double first = product(columns[p], columns[p]);
    double second = product(columns[q], columns[q]);
    if (Math.abs(product) <= ORTHOGONAL * Math.sqrt(first * second)) {
      return false;
    }
    double cotangent = (second - first) / (2 * product);
    double tangent = Math.copySign(1, cotangent) / (Math.abs(cotangent) + Math.hypot(1, cotangent));
    double cosine = 1 / Math.hypot(1, tangent);
    rotate(columns[p], columns[q], cosine, cosine * tangent);
    rotate(right[p], right[q], cosine, cosine * tangent);
    return true;
  }

  private static void rotate(double[] a, double[] b, double cosine, double sine) {
    for (int i = 0; i < a.length; i++) {
      double old = a[i];
      a[i] = cosine * old - sine * b[i];
      b[i] = sine * old + cosine * b[i];
    }
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double length(double[] vector) {
    return Math.sqrt(product(vector, vector));
  }

  /** The singular values, the largest first. */
  double[] values() {
    return IntStream.of(order).mapToDouble(k -> values[k]).toArray();
  }

  /** Whether the singular value at an index is more than rounding leaves of zero. */
  boolean isPositive(int index) {
    int longest = Math.max(columns.length, columns[0].length);
    return values[order[index]] > longest * ROUNDING * values[order[0]];
  }

  /** The matrix u v^T of the direction at an index, whose singular value must be positive. */
  double[][] direction(int index) {
    int k = order[index];
    double[][] direction = new double[columns[k].length][right.length];
    for (int i = 0; i < direction.length; i++) {
      for (int j = 0; j < right.length; j++) {
        direction[i][j] = columns[k][i] / values[k] * right[k][j];
      }
    }
    return wide ? transposed(direction) : direction;
  }
}
