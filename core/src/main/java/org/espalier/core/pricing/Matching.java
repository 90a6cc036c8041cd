package org.espalier.core.pricing;

import java.util.Arrays;

/**
 * Assignment of greatest weight between rows and columns. Each row gets one column at most, each
 * column one row, and a pair of no positive weight is never made. It is found by the Hungarian
 * method: rows are added one by one, each along a shortest augmenting path.
 *
 * <p>A path goes from row to row. Each takes the column of the next, and the last takes one that no
 * row has, or none. Columns that no row has cost nothing, so of these a row looks at its best only.
 */
final class Matching {
  private static final int NONE = -1;

  private final double[][] weight;
  private final boolean[] isTaken;
  private final int[] columnOf;

  /** By row, the best column that no row had when it was looked for last. */
  private final int[] free;

  private final double[] rowPrice;

  /** What the column of a row costs. */
  private final double[] columnPrice;

  /**
   * How far a row is from the one that is added, over which other row, and whether a path came by.
   */
  private final double[] distance;

  private final int[] before;
  private final boolean[] isPassed;

  private Matching(double[][] weight, int columns) {
    this.weight = weight;
    this.isTaken = new boolean[columns];
    this.columnOf = new int[weight.length];
    this.free = new int[weight.length];
    this.rowPrice = new double[weight.length];
    this.columnPrice = new double[weight.length];
    this.distance = new double[weight.length];
    this.before = new int[weight.length];
    this.isPassed = new boolean[weight.length];
    Arrays.fill(columnOf, NONE);
    Arrays.setAll(free, this::bestFree);
  }

  /**
   * The column of each row; -1 for none.
   *
   * @param weight [row][column]; pairs of 0 or less are not made
   */
  static int[] of(double[][] weight, int columns) {
    Matching matching = new Matching(weight, columns);
    for (int row = 0; row < weight.length; row++) {
      matching.insert(row);
    }
    return matching.columnOf;
  }

  /** Adds a row to an assignment that is the best one without it. */
  private void insert(int row) {
    Arrays.fill(distance, 0, row, Double.POSITIVE_INFINITY);
    before[row] = NONE;
    Arrays.fill(isPassed, false);
    double least = Double.POSITIVE_INFINITY;
    int end = row;
    int next = NONE;
    for (int at = row; at != NONE; at = next) {
      isPassed[at] = true;
      double way = distance[at] + rowPrice[at];
      double toEnd = way - (free(at) == NONE ? 0 : weight[at][free[at]]);
      end = toEnd < least ? at : end;
      least = Math.min(least, toEnd);
      next = NONE;
      for (int other = 0; other < row; other++) {
        if (columnOf[other] != NONE && !isPassed[other]) {
          double length = way + columnPrice[other] - weight[at][columnOf[other]];
          if (length < distance[other]) {
            distance[other] = length;
            before[other] = at;
          }
          boolean isNearest = next == NONE || distance[other] < distance[next];
          next = isNearest && distance[other] < least ? other : next;
        }
      }
    }
    for (int passed = 0; passed <= row; passed++) {
      double by = isPassed[passed] ? least - distance[passed] : 0;
      rowPrice[passed] -= by;
      columnPrice[passed] += by;
    }
    end(end);
  }

  /** The last row of a path takes its best free column, the one before the column of that. */
  private void end(int end) {
    int column = free[end];
    double price = 0;
    if (column != NONE) {
      isTaken[column] = true;
    }
    for (int row = end; row != NONE; row = before[row]) {
      int left = columnOf[row];
      double cost = columnPrice[row];
      columnOf[row] = column;
      columnPrice[row] = price;
      column = left;
      price = cost;
    }
  }

  /** The best column of a row that no row has; -1 if none is worth something. */
  private int free(int row) {
    if (free[row] != NONE && isTaken[free[row]]) {
      free[row] = bestFree(row);
    }
    return free[row];
  }

  private int bestFree(int row) {
    double[] own = weight[row];
    int best = NONE;
    for (int c = 0; c < isTaken.length; c++) {
      if (own[c] > (best == NONE ? 0 : own[best]) && !isTaken[c]) {
        best = c;
      }
    }
    return best;
  }
}
