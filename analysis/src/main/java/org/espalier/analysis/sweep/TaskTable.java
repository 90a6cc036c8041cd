package org.espalier.analysis.sweep;

import java.util.Arrays;
import java.util.stream.IntStream;
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
  final int[] modeOf;
  final int[] machineOf;
  final int[] firstPlacement;
  final int[] type;
  final double[] arrival;
  final double[] latest;

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
    leastJoules = new double[problem.taskTypes()];
    Arrays.fill(leastJoules, Double.POSITIVE_INFINITY);
    for (int taskType = 0; taskType < leastJoules.length; taskType++) {
      for (int placement : problem.placementsFor(taskType)) {
        double spent = joules[taskType * modes + problem.modeOf(placement)];
        leastJoules[taskType] = Math.min(leastJoules[taskType], spent);
      }
    }
    modeOf = IntStream.range(0, problem.placements()).map(problem::modeOf).toArray();
    machineOf = IntStream.range(0, problem.placements()).map(problem::machineOf).toArray();
    firstPlacement = IntStream.range(0, machines + 1).map(problem::firstPlacement).toArray();
    type = IntStream.range(0, tasks).map(problem::type).toArray();
    arrival = IntStream.range(0, tasks).mapToDouble(problem::arrival).toArray();
    latest = IntStream.range(0, tasks).mapToDouble(problem::latestCompletion).toArray();
    utilities = new UtilityTable(problem);
  }

  /** What a task is worth if it completes then. */
  double utility(int task, double completion) {
    double elapsed = completion - arrival[task];
    return utilities.of(utilities.piece(utilities.firstPiece(task), elapsed), elapsed);
  }

  double seconds(int task, int mode) {
    return seconds[type[task] * modes + mode];
  }

  double joules(int task, int mode) {
    return joules[type[task] * modes + mode];
  }

  /** What each task is worth if it waits for ever: at best its least energy, or nothing. */
  double[] valuesElsewhere(double lambda) {
    double[] values = new double[tasks];
    if (!mayDrop) {
      Arrays.setAll(values, task -> -lambda * leastJoules[type[task]]);
    }
    return values;
  }
}
