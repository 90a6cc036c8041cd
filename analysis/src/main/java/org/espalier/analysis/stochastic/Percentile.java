package org.espalier.analysis.stochastic;

/**
 * Which of N values stands for all: number ceil(N X / 100), counted from 1, from the best on. X = 1
 * is the optimistic end (DISSERTATION 7.2.2.2).
 *
 * @param x from 1 to 99
 */
public record Percentile(int x) {
  /** The percentile of energies and other values the less of which the better. */
  public double ofAscending(double[] sorted) {
    return sorted[index(sorted.length)];
  }

  /** The percentile of utilities and other values the more of which the better. */
  public double ofDescending(double[] sortedAscending) {
    return sortedAscending[sortedAscending.length - 1 - index(sortedAscending.length)];
  }

  private int index(int count) {
    return (int) (((long) count * x + 99) / 100) - 1;
  }
}
