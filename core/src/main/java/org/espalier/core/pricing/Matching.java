package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.BitSet;

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

  /** None is negative. */
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
    int[] heap = new int[weight.length + 1];
    for (double[] row : weight) {
      int size = 0;
      for (int c = 0; c < columns; c++) {
        if (row[c] > 0 && (size < weight.length || row[c] > row[heap[0]])) {
          rise(heap, size++, c, row);
          if (size > weight.length) {
            sink(heap, --size, heap[size], row);
          }
        }
      }
      for (int i = 0; i < size; i++) {
        wanted.set(heap[i]);
      }
    }
    return wanted.stream().toArray();
  }

  /** Adds a column to a heap at its end; the first has the least weight. */
  private static void rise(int[] heap, int end, int column, double... row) {
    int at = end;
    while (at > 0 && row[column] < row[heap[(at - 1) >>> 1]]) {
      heap[at] = heap[(at - 1) >>> 1];
      at = (at - 1) >>> 1;
    }
    heap[at] = column;
  }

  /** Puts a column in the place of the first of a heap. */
  private static void sink(int[] heap, int size, int column, double... row) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && row[heap[child]] > row[heap[child + 1]]) {
        child++;
      }
      if (row[column] <= row[heap[child]]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = column;
  }

  private static double[][] only(double[][] weight, int... columns) {
    double[][] only = new double[weight.length][columns.length];
    for (int r = 0; r < weight.length; r++) {
      for (int c = 0; c < columns.length; c++) {
        only[r][c] = Math.max(0, weight[r][columns[c]]);
      }
    }
    return only;
  }

  private static double[][] transposed(double[][] weight, int... columns) {
    double[][] transposed = new double[columns.length][weight.length];
    for (int r = 0; r < weight.length; r++) {
      for (int c = 0; c < columns.length; c++) {
        transposed[c][r] = Math.max(0, weight[r][columns[c]]);
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
    int[] passed = new int[start + 1];
    rowOf[start] = row;
    int column = start;
    for (int steps = 1; rowOf[column] != NONE; steps++) {
      passed[steps - 1] = column;
      column = next(passed, steps, distance, before);
    }
    while (column != start) {
      rowOf[column] = rowOf[before[column]];
      column = before[column];
    }
    rowOf[start] = NONE;
  }

  /**
   * The column that is nearest to those that have been passed; all prices move by the way to it.
   *
   * @param distance no number where a column has been passed
   */
  private int next(int[] passed, int steps, double[] distance, int... before) {
    int from = passed[steps - 1];
    double price = rowPrice[rowOf[from]];
    double[] own = weight[rowOf[from]];
    int nearest = NONE;
    double way = Double.POSITIVE_INFINITY;
    for (int c = 0; c < distance.length; c++) {
      double length = price + columnPrice[c] - own[c];
      if (length < distance[c]) {
        distance[c] = length;
        before[c] = from;
      }
      if (distance[c] < way) {
        way = distance[c];
        nearest = c;
      }
    }
    for (int i = 0; i < steps; i++) {
      rowPrice[rowOf[passed[i]]] -= way;
      columnPrice[passed[i]] += way;
    }
    distance[nearest] = Double.NaN;
    for (int c = 0; c < distance.length; c++) {
      distance[c] -= way;
    }
    return nearest;
  }
}
