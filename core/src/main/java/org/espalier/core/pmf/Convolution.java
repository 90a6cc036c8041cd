package org.espalier.core.pmf;

import java.util.Arrays;

/**
 * The convolution of two arrays of masses: plainly where one is very short, by rows where neither
 * is. They agree but for rounding.
 *
 * <p><b>By rows.</b> The plain loop adds one array once for each mass of the other, each time a
 * place further on: {@code out[row + i] += mass * added[i]}. The compiler vectorises a loop only
 * where all arrays have one index. So {@link Staggered} copies of the right side are added, eight
 * rows at once, to places that are counted from the first of them. Either the sums are moved on
 * before the next eight, from the last row to the first, or, where there are many, a window moves
 * over them. The right side is an execution time as a rule, which keeps its copies from one
 * convolution to the next.
 */
final class Convolution {
  private static final int ROWS = Staggered.COPIES;

  /** With fewer masses on one side copies do not pay. */
  private static final int FEWEST_ROWS = 4;

  /** With more rows for each place of a window it is faster than sums that are moved. */
  private static final int ROWS_FOR_WINDOW = 2;

  private Convolution() {}

  /**
   * The first {@code limit} sums, at most, of the first {@code leftCount} masses of {@code left}
   * with the masses of {@code right}; count and limit are at least 1.
   */
  static double[] of(double[] left, int leftCount, Pmf right, int limit) {
    double[] out = new double[length(leftCount, right.size(), limit)];
    into(out, left, leftCount, right, limit);
    return out;
  }

  /** The same, put at the beginning of an array of zeros that is long enough. */
  static void into(double[] out, double[] left, int leftCount, Pmf right, int limit) {
    int length = length(leftCount, right.size(), limit);
    int rows = Math.min(leftCount, length);
    int count = Math.min(right.size(), length);
    if (rows < FEWEST_ROWS) {
      plainly(left, rows, right.array(), count, out, length);
    } else if (count < FEWEST_ROWS) {
      plainly(right.array(), count, left, rows, out, length);
    } else if (rows <= ROWS_FOR_WINDOW * count) {
      movingSums(left, rows, right.staggered(), out, length);
    } else {
      movingWindow(left, rows, right.staggered(), out, length);
    }
  }

  private static int length(int leftCount, int rightCount, int limit) {
    return Math.min(limit, leftCount + rightCount - 1);
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

  static void movingSums(double[] masses, int rows, Staggered added, double[] out, int length) {
    int last = rows - 1;
    for (int row = last - last % ROWS; row >= 0; row -= ROWS) {
      addRows(masses, row, rows, added, out, Math.min(added.width(), length - row));
      if (row > 0) {
        System.arraycopy(out, 0, out, ROWS, length - row);
        Arrays.fill(out, 0, ROWS, 0);
      }
    }
  }

  static void movingWindow(double[] masses, int rows, Staggered added, double[] out, int length) {
    int width = added.width();
    double[] window = new double[width];
    int row = 0;
    for (; row + ROWS < rows; row += ROWS) {
      addRows(masses, row, rows, added, window, width);
      System.arraycopy(window, 0, out, row, ROWS);
      System.arraycopy(window, ROWS, window, 0, width - ROWS);
      Arrays.fill(window, width - ROWS, width, 0);
    }
    addRows(masses, row, rows, added, window, width);
    System.arraycopy(window, 0, out, row, Math.min(width, length - row));
  }

  /** Adds the rows that are left, eight at most. */
  private static void addRows(
      double[] masses, int row, int rows, Staggered added, double[] out, int count) {
    double a = masses[row];
    double b = massOrNone(masses, row + 1, rows);
    double c = massOrNone(masses, row + 2, rows);
    double d = massOrNone(masses, row + 3, rows);
    double e = massOrNone(masses, row + 4, rows);
    double f = massOrNone(masses, row + 5, rows);
    double g = massOrNone(masses, row + 6, rows);
    double h = massOrNone(masses, row + 7, rows);
    double[] ofA = added.copy(0);
    double[] ofB = added.copy(1);
    double[] ofC = added.copy(2);
    double[] ofD = added.copy(3);
    double[] ofE = added.copy(4);
    double[] ofF = added.copy(5);
    double[] ofG = added.copy(6);
    double[] ofH = added.copy(7);
    for (int i = 0; i < count; i++) {
      double sum = out[i] + a * ofA[i] + b * ofB[i] + c * ofC[i] + d * ofD[i];
      out[i] = sum + e * ofE[i] + f * ofF[i] + g * ofG[i] + h * ofH[i];
    }
  }

  private static double massOrNone(double[] masses, int row, int rows) {
    return row < rows ? masses[row] : 0;
  }
}
