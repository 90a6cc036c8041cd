package org.espalier.core.pricing;

import java.util.Arrays;

/**
 * Assignment of greatest weight between rows and columns. Each row gets one column at most, each
 * column one row, and a pair of no positive weight is never made. Shortest augmenting paths from
 * the smaller side; a path may also end by setting free whatever it has come to, so no columns
 * stand for that.
 *
 * <p>Inside, prices of rows and columns are kept that are not negative, sum up to the weight of a
 * pair at least, to just that where it is assigned, and are 0 where something is free.
 */
final class Matching {
  private static final int NONE = -1;

  private final double[][] weight;
  private final double[] rowPrice;
  private final double[] columnPrice;
  private final int[] columnOf;
  private final int[] rowOf;

  /** In the present search: how far it is to a row or column, and from which row to a column. */
  private final double[] rowDistance;

  private final double[] columnDistance;
  private final int[] from;
  private final boolean[] done;
  private final int[] path;

  private Matching(double[][] weight, int columns) {
    this.weight = weight;
    this.rowPrice = new double[weight.length];
    this.columnPrice = new double[columns];
    this.columnOf = new int[weight.length];
    this.rowOf = new int[columns];
    this.rowDistance = new double[weight.length];
    this.columnDistance = new double[columns];
    this.from = new int[columns];
    this.done = new boolean[columns];
    this.path = new int[columns];
    Arrays.fill(columnOf, NONE);
    Arrays.fill(rowOf, NONE);
    for (int row = 0; row < weight.length; row++) {
      insert(row);
    }
  }

  /**
   * The column of each row; -1 for none.
   *
   * @param weight [row][column]; pairs of 0 or less are not made
   */
  static int[] of(double[][] weight, int columns) {
    int[] found =
        columns < weight.length
            ? new Matching(transposed(weight, columns), weight.length).rowOf
            : new Matching(weight, columns).columnOf;
    for (int row = 0; row < found.length; row++) {
      found[row] = found[row] >= 0 && weight[row][found[row]] > 0 ? found[row] : NONE;
    }
    return found;
  }

  private static double[][] transposed(double[][] weight, int columns) {
    double[][] transposed = new double[columns][weight.length];
    for (int c = 0; c < columns; c++) {
      for (int r = 0; r < weight.length; r++) {
        transposed[c][r] = weight[r][c];
      }
    }
    return transposed;
  }

  /** Adds a row to an assignment that is the best one without it. */
  private void insert(int start) {
    rowPrice[start] = highestPrice(start);
    Arrays.fill(columnDistance, Double.POSITIVE_INFINITY);
    Arrays.fill(done, false);
    int row = start;
    rowDistance[row] = 0;
    int freed = start;
    double length = rowPrice[start];
    int passed = 0;
    while (true) {
      int column = nearest(row);
      if (column == NONE || columnDistance[column] >= length) {
        break;
      }
      done[column] = true;
      path[passed++] = column;
      row = rowOf[column];
      if (row == NONE) {
        length = columnDistance[column];
        settle(start, passed, length);
        augment(start, column);
        return;
      }
      rowDistance[row] = columnDistance[column];
      if (rowDistance[row] + rowPrice[row] < length) {
        length = rowDistance[row] + rowPrice[row];
        freed = row;
      }
    }
    settle(start, passed, length);
    if (freed != start) {
      int column = columnOf[freed];
      columnOf[freed] = NONE;
      augment(start, column);
    }
  }

  private double highestPrice(int row) {
    double highest = 0;
    for (int c = 0; c < columnPrice.length; c++) {
      highest = Math.max(highest, weight[row][c] - columnPrice[c]);
    }
    return highest;
  }

  /** Looks at the columns from a row; the nearest one that is not done. */
  private int nearest(int row) {
    double[] weights = weight[row];
    double base = rowDistance[row] + rowPrice[row];
    int nearest = NONE;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < weights.length; c++) {
      if (!done[c]) {
        double distance = base + columnPrice[c] - weights[c];
        if (distance < columnDistance[c]) {
          columnDistance[c] = distance;
          from[c] = row;
        }
        if (columnDistance[c] < least) {
          least = columnDistance[c];
          nearest = c;
        }
      }
    }
    return nearest;
  }

  /** Brings the prices of what was passed to those of a path of a length. */
  private void settle(int start, int passed, double length) {
    rowPrice[start] -= length;
    for (int i = 0; i < passed; i++) {
      int column = path[i];
      double moved = length - columnDistance[column];
      if (moved > 0) {
        columnPrice[column] += moved;
        if (rowOf[column] != NONE) {
          rowPrice[rowOf[column]] -= moved;
        }
      }
    }
  }

  /** Gives a column to the row it was come to from, whose column goes to the one before. */
  private void augment(int start, int end) {
    int column = end;
    int row = NONE;
    while (row != start) {
      row = from[column];
      int before = columnOf[row];
      columnOf[row] = column;
      rowOf[column] = row;
      column = before;
    }
  }
}
