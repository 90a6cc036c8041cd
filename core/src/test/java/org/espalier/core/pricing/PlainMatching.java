package org.espalier.core.pricing;

import java.util.Arrays;

/**
 * Assignment of greatest weight between rows and columns: each row gets one column at most, each
 * column one row, and a pair of no positive weight is never made. Shortest augmenting paths, rows
 * one after another; a row may stay free at weight 0.
 */
final class PlainMatching {
  private PlainMatching() {}

  /**
   * The column of each row; -1 for none.
   *
   * @param weight [row][column]; pairs of 0 or less are not made
   */
  static int[] of(double[][] weight, int columns) {
    int rows = weight.length;
    int width = columns + rows;
    double[] rowPotential = new double[rows + 1];
    double[] columnPotential = new double[width + 1];
    int[] rowOf = new int[width + 1];
    int[] way = new int[width + 1];
    double[] least = new double[width + 1];
    boolean[] used = new boolean[width + 1];
    for (int row = 1; row <= rows; row++) {
      rowOf[0] = row;
      int column = 0;
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      Arrays.fill(used, false);
      do {
        used[column] = true;
        int r = rowOf[column];
        double delta = Double.POSITIVE_INFINITY;
        int next = 0;
        for (int c = 1; c <= width; c++) {
          if (used[c]) {
            continue;
          }
          double w = c <= columns ? Math.max(0, weight[r - 1][c - 1]) : 0;
          double cost = -w - rowPotential[r] - columnPotential[c];
          if (cost < least[c]) {
            least[c] = cost;
            way[c] = column;
          }
          if (least[c] < delta) {
            delta = least[c];
            next = c;
          }
        }
        for (int c = 0; c <= width; c++) {
          if (used[c]) {
            rowPotential[rowOf[c]] += delta;
            columnPotential[c] -= delta;
          } else {
            least[c] -= delta;
          }
        }
        column = next;
      } while (rowOf[column] != 0);
      while (column != 0) {
        int before = way[column];
        rowOf[column] = rowOf[before];
        column = before;
      }
    }
    int[] of = new int[rows];
    Arrays.fill(of, -1);
    for (int c = 1; c <= columns; c++) {
      int row = rowOf[c] - 1;
      if (row >= 0 && weight[row][c - 1] > 0) {
        of[row] = c - 1;
      }
    }
    return of;
  }
}
