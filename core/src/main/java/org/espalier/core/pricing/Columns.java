package org.espalier.core.pricing;

import java.util.Arrays;

/**
 * The columns that a matching of greatest weight may choose. Of each row these are as many as there
 * are rows: were a row given another, one of these would be free and worth no less.
 */
final class Columns {
  private Columns() {}

  /** The best of each row, as many as there are rows, without those of 0 or less; ascending. */
  static int[] best(double[][] weight, int columns) {
    boolean[] isWanted = new boolean[columns];
    double[] scratch = new double[columns];
    for (double[] row : weight) {
      mark(row, weight.length, scratch, isWanted);
    }
    int count = 0;
    int[] best = new int[columns];
    for (int c = 0; c < columns; c++) {
      if (isWanted[c]) {
        best[count++] = c;
      }
    }
    return Arrays.copyOf(best, count);
  }

  private static void mark(double[] row, int wanted, double[] scratch, boolean[] isWanted) {
    int positive = 0;
    for (double weight : row) {
      if (weight > 0) {
        scratch[positive++] = weight;
      }
    }
    double least = positive > wanted ? greatest(scratch, positive, wanted) : 0;
    int left = wanted;
    for (int c = 0; c < row.length; c++) {
      if (row[c] > least) {
        isWanted[c] = true;
        left--;
      }
    }
    for (int c = 0; c < row.length && left > 0 && least > 0; c++) {
      if (row[c] == least) {
        isWanted[c] = true;
        left--;
      }
    }
  }

  /** The k-th greatest of the first numbers, which change places (Hoare's selection). */
  static double greatest(double[] numbers, int count, int k) {
    int low = 0;
    int high = count - 1;
    int place = k - 1;
    while (low < high) {
      double pivot = numbers[(low + high) >>> 1];
      int left = low;
      int right = high;
      while (left <= right) {
        while (numbers[left] > pivot) {
          left++;
        }
        while (numbers[right] < pivot) {
          right--;
        }
        if (left <= right) {
          double number = numbers[left];
          numbers[left++] = numbers[right];
          numbers[right--] = number;
        }
      }
      if (place <= right) {
        high = right;
      } else if (place >= left) {
        low = left;
      } else {
        return numbers[place];
      }
    }
    return numbers[place];
  }

  /** The weights of some columns. */
  static double[][] only(double[][] weight, int[] columns) {
    double[][] only = new double[weight.length][columns.length];
    for (int r = 0; r < weight.length; r++) {
      for (int k = 0; k < columns.length; k++) {
        only[r][k] = weight[r][columns[k]];
      }
    }
    return only;
  }
}
