package org.espalier.core.pmf;

import java.util.Arrays;

/**
 * The convolution of two arrays of masses: plainly where one is very short, by rows where neither
 * is, and by {@link FourierConvolution} where both are long enough for it to pay. They agree but
 * for rounding.
 *
 * <p><b>By rows.</b> The plain loop adds the longer array once for each mass of the shorter one,
 * each time a place further on: {@code out[i + row] += mass * longer[i]}. The compiler vectorises a
 * loop only where all arrays have one index. So the longer array is copied four times, each a place
 * further on, four rows are added at once to places that are counted from the first of them, and
 * what has been added is moved on before the next four, from the last row to the first.
 */
final class Convolution {
  private static final int ROWS = 4;

  /** Products that cost as much as one step of a transform; see docs/performance.md. */
  private static final double PRODUCTS_PER_STEP = 32;

  private Convolution() {}

  /**
   * The first {@code limit} sums, at most, of the first {@code leftCount} masses of {@code left}
   * with the first {@code rightCount} of {@code right}; counts and limit are at least 1.
   */
  static double[] of(double[] left, int leftCount, double[] right, int rightCount, int limit) {
    double[] out = new double[length(leftCount, rightCount, limit)];
    into(out, left, leftCount, right, rightCount, limit);
    return out;
  }

  /** The same, put at the beginning of an array of zeros that is long enough. */
  static void into(
      double[] out, double[] left, int leftCount, double[] right, int rightCount, int limit) {
    int length = length(leftCount, rightCount, limit);
    int rows = Math.min(leftCount, length);
    int count = Math.min(rightCount, length);
    if (rows <= count) {
      shorterFirst(left, rows, right, count, out, length);
    } else {
      shorterFirst(right, count, left, rows, out, length);
    }
  }

  private static int length(int leftCount, int rightCount, int limit) {
    return Math.min(limit, leftCount + rightCount - 1);
  }

  private static void shorterFirst(
      double[] shorter, int rows, double[] longer, int count, double[] out, int length) {
    if (rows < ROWS) {
      plainly(shorter, rows, longer, count, out, length);
    } else if (transformPays(rows, count)) {
      FourierConvolution.into(shorter, rows, longer, count, out, length);
    } else {
      byRows(shorter, rows, longer, count, out, length);
    }
  }

  private static boolean transformPays(int rows, int count) {
    int log = FourierConvolution.logSize(rows + count - 1);
    return (double) rows * count > PRODUCTS_PER_STEP * log * (1L << log);
  }

  static void plainly(
      double[] shorter, int rows, double[] longer, int count, double[] out, int length) {
    for (int row = 0; row < rows; row++) {
      int reach = Math.min(count, length - row);
      for (int i = 0; i < reach; i++) {
        out[row + i] += shorter[row] * longer[i];
      }
    }
  }

  static void byRows(
      double[] shorter, int rows, double[] longer, int count, double[] out, int length) {
    int width = count + ROWS - 1;
    double[] first = movedOn(longer, count, 0, width);
    double[] second = movedOn(longer, count, 1, width);
    double[] third = movedOn(longer, count, 2, width);
    double[] fourth = movedOn(longer, count, 3, width);
    int lastRow = Math.min(rows, length) - 1;
    for (int row = lastRow - lastRow % ROWS; row >= 0; row -= ROWS) {
      int reach = Math.min(width, length - row);
      double a = shorter[row];
      double b = row + 1 < rows ? shorter[row + 1] : 0;
      double c = row + 2 < rows ? shorter[row + 2] : 0;
      double d = row + 3 < rows ? shorter[row + 3] : 0;
      addFour(a, first, b, second, c, third, d, fourth, out, reach);
      if (row > 0) {
        System.arraycopy(out, 0, out, ROWS, length - row);
        Arrays.fill(out, 0, ROWS, 0);
      }
    }
  }

  private static double[] movedOn(double[] source, int count, int by, int width) {
    double[] moved = new double[width];
    System.arraycopy(source, 0, moved, by, count);
    return moved;
  }

  private static void addFour(
      double a,
      double[] first,
      double b,
      double[] second,
      double c,
      double[] third,
      double d,
      double[] fourth,
      double[] out,
      int count) {
    for (int i = 0; i < count; i++) {
      out[i] += (a * first[i] + b * second[i]) + (c * third[i] + d * fourth[i]);
    }
  }
}
