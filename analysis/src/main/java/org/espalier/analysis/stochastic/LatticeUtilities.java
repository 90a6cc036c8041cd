package org.espalier.analysis.stochastic;

import org.espalier.analysis.problem.StaticProblem;

/**
 * What each task earns by the step of a lattice at which it completes, known beforehand for the
 * first steps after its arrival. Immutable.
 */
final class LatticeUtilities {
  /** Numbers in all tables together, about and at most. */
  private static final int MOST = 4_000_000;

  private final StaticProblem problem;
  private final double step;

  /** By task: the step in which it arrives, with which its table begins. */
  private final int[] arrivals;

  private final double[][] tables;

  LatticeUtilities(StaticProblem problem, double step) {
    this.problem = problem;
    this.step = step;
    this.arrivals = new int[problem.tasks()];
    this.tables = new double[problem.tasks()][];
    int most = Math.max(1, MOST / problem.tasks());
    for (int task = 0; task < tables.length; task++) {
      arrivals[task] = (int) Lattice.floor(problem.arrival(task) / step);
      double worth = (problem.latestCompletion(task) - problem.arrival(task)) / step + 2;
      tables[task] = new double[(int) Math.clamp(worth, 0, most)];
      for (int k = 0; k < tables[task].length; k++) {
        tables[task][k] = of(task, arrivals[task] + k);
      }
    }
  }

  private double of(int task, int completion) {
    return problem.utility(task).of(completion * step - problem.arrival(task));
  }

  /** By step from the first on, as many as asked for. */
  double[] of(int task, int first, int count) {
    double[] utilities = new double[count];
    double[] table = tables[task];
    int from = first - arrivals[task];
    int known = Math.clamp((long) table.length - from, 0, count);
    System.arraycopy(table, Math.min(from, table.length), utilities, 0, known);
    for (int k = known; k < count; k++) {
      utilities[k] = of(task, first + k);
    }
    return utilities;
  }
}
