package org.espalier.analysis.sweep;

import java.util.Arrays;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityTable;

/** A problem as flat arrays, for inner loops. Utilities are right to 2e-11. Immutable. */
final class TaskTable {
  final StaticProblem problem;
  final int tasks;
  final int machines;
  final int modes;
  final boolean mayDrop;

  /** [task type * modes + mode]; infinite where impossible. */
  final double[] seconds;

  final double[] joules;

  /** By task type, the least energy of an execution. */
  final double[] leastJoules;

  private final UtilityTable utilities;

  TaskTable(StaticProblem problem) {
    this.problem = problem;
    tasks = problem.tasks();
    machines = problem.machines();
    modes = problem.modes();
    mayDrop = problem.mayDrop();
    seconds = problem.cells(problem::seconds);
    joules = problem.cells(problem::joules);
    leastJoules = problem.ofTypes(problem::joules, Math::min);
    utilities = new UtilityTable(problem);
  }

  /** What a task is worth if it completes then. */
  double utility(int task, double completion) {
    double elapsed = completion - problem.arrival(task);
    return utilities.of(utilities.piece(utilities.firstPiece(task), elapsed), elapsed);
  }

  double seconds(int task, int mode) {
    return seconds[problem.type(task) * modes + mode];
  }

  double joules(int task, int mode) {
    return joules[problem.type(task) * modes + mode];
  }

  /** What each task is worth if it waits for ever: at best its least energy, or nothing. */
  double[] valuesElsewhere(double lambda) {
    double[] values = new double[tasks];
    if (!mayDrop) {
      Arrays.setAll(values, task -> -lambda * leastJoules[problem.type(task)]);
    }
    return values;
  }
}
