package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Assignment of greatest weight between rows and columns. Each row gets one column at most, each
 * column one row, and a pair of no positive weight is never made. It is found by the Hungarian
 * method: rows are added one by one, each along a shortest augmenting path.
 *
 * <p>Of a row only its best columns are looked at, as many as there are rows: were the row given
 * another one, one of these would be free and worth no less.
 */
final class Matching {
  private static final int NONE = -1;

  private final double[][] weight;
  private final double[] rowPrice;

  /** The last column is no real one: a path begins there. */
  private final double[] columnPrice;

  private final int[] rowOf;

  private Matching(double[][] weight, int columns) {
    this.weight = weight;
    this.rowPrice = new double[weight.length];
    this.columnPrice = new double[columns + 1];
    this.rowOf = new int[columns + 1];
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
    int[] columnOf = new int[weight.length];
    Arrays.fill(columnOf, NONE);
    int[] best = best(weight, columns);
    boolean isWide = best.length >= weight.length;
    double[][] only = isWide ? only(weight, best) : transposed(weight, best);
    int[] found = new Matching(only, isWide ? best.length : weight.length).rowOf;
    for (int c = 0; c < found.length - 1; c++) {
      int row = isWide ? found[c] : c;
      int column = isWide ? c : found[c];
      if (row != NONE && column != NONE && weight[row][best[column]] > 0) {
        columnOf[row] = best[column];
      }
    }
    return columnOf;
  }

  /** The columns that are among the best of some row, ascending. */
  private static int[] best(double[][] weight, int columns) {
    BitSet wanted = new BitSet();
    for (double[] row : weight) {
      PriorityQueue<Integer> best =
          new PriorityQueue<>(Comparator.comparingDouble((Integer c) -> row[c]));
      for (int c = 0; c < columns; c++) {
        boolean isFull = best.size() == weight.length;
        if (row[c] > 0 && (!isFull || row[c] > row[best.element()])) {
          best.add(c);
          if (isFull) {
            best.remove();
          }
        }
      }
      best.forEach(wanted::set);
    }
    return wanted.stream().toArray();
  }

  private static double[][] only(double[][] weight, int... columns) {
    double[][] only = new double[weight.length][columns.length];
    for (int r = 0; r < weight.length; r++) {
      for (int c = 0; c < columns.length; c++) {
        only[r][c] = weight[r][columns[c]];
      }
    }
    return only;
  }

  private static double[][] transposed(double[][] weight, int... columns) {
    double[][] transposed = new double[columns.length][weight.length];
    for (int r = 0; r < weight.length; r++) {
      for (int c = 0; c < columns.length; c++) {
        transposed[c][r] = weight[r][columns[c]];
      }
    }
    return transposed;
  }

  /** Adds a row to an assignment that is the best one without it. */
  private void insert(int row) {
    int start = rowOf.length - 1;
    double[] distance = new double[start];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    int[] before = new int[start];
    boolean[] isPassed = new boolean[start + 1];
    rowOf[start] = row;
    int column = start;
    while (rowOf[column] != NONE) {
      isPassed[column] = true;
      column = next(column, distance, before, isPassed);
    }
    while (column != start) {
      rowOf[column] = rowOf[before[column]];
      column = before[column];
    }
    rowOf[start] = NONE;
  }

  /**
   * The column that is nearest to those that have been passed; all prices move by the way to it.
   */
  private int next(int from, double[] distance, int[] before, boolean[] isPassed) {
    int row = rowOf[from];
    int nearest = NONE;
    for (int c = 0; c < distance.length; c++) {
      if (!isPassed[c]) {
        double length = rowPrice[row] + columnPrice[c] - Math.max(0, weight[row][c]);
        if (length < distance[c]) {
          distance[c] = length;
          before[c] = from;
        }
        nearest = nearest == NONE || distance[c] < distance[nearest] ? c : nearest;
      }
    }
    double way = distance[nearest];
    for (int c = 0; c <= distance.length; c++) {
      if (isPassed[c]) {
        rowPrice[rowOf[c]] -= way;
        columnPrice[c] += way;
      } else {
        distance[c] -= way;
      }
    }
    return nearest;
  }
}
