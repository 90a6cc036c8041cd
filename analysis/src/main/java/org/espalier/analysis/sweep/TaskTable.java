package org.espalier.analysis.sweep;

import java.util.Arrays;
import java.util.List;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityPieces;

/** A problem as flat arrays, for inner loops. Utilities are right to 1e-12. Immutable. */
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

  private final int[] firstPiece;
  private final double[] pieceStart;
  private final double[] floor;
  private final double[] height;
  private final double[] rate;
  private final double[] slope;

  TaskTable(StaticProblem problem) {
    this.problem = problem;
    tasks = problem.tasks();
    machines = problem.machines();
    modes = problem.modes();
    mayDrop = problem.mayDrop();
    seconds = new double[problem.taskTypes() * modes];
    joules = new double[seconds.length];
    leastJoules = new double[problem.taskTypes()];
    Arrays.fill(leastJoules, Double.POSITIVE_INFINITY);
    for (int cell = 0; cell < seconds.length; cell++) {
      seconds[cell] = problem.seconds(cell / modes, cell % modes);
      joules[cell] = problem.joules(cell / modes, cell % modes);
    }
    for (int taskType = 0; taskType < leastJoules.length; taskType++) {
      for (int placement : problem.placementsFor(taskType)) {
        double spent = joules[taskType * modes + problem.modeOf(placement)];
        leastJoules[taskType] = Math.min(leastJoules[taskType], spent);
      }
    }
    modeOf = new int[problem.placements()];
    Arrays.setAll(modeOf, problem::modeOf);
    machineOf = new int[problem.placements()];
    Arrays.setAll(machineOf, problem::machineOf);
    firstPlacement = new int[machines + 1];
    Arrays.setAll(firstPlacement, problem::firstPlacement);
    type = new int[tasks];
    Arrays.setAll(type, problem::type);
    arrival = new double[tasks];
    Arrays.setAll(arrival, problem::arrival);
    latest = new double[tasks];
    Arrays.setAll(latest, problem::latestCompletion);
    List<UtilityPieces> functions = problem.functions();
    int[] first = new int[functions.size() + 1];
    for (int f = 0; f < functions.size(); f++) {
      first[f + 1] = first[f] + functions.get(f).pieces().size() + 1;
    }
    int pieces = first[functions.size()];
    pieceStart = new double[pieces];
    floor = new double[pieces];
    height = new double[pieces];
    rate = new double[pieces];
    slope = new double[pieces];
    for (int f = 0; f < functions.size(); f++) {
      fill(functions.get(f), first[f]);
    }
    firstPiece = new int[tasks];
    Arrays.setAll(firstPiece, task -> first[problem.functionOf(task)]);
  }

  /** An endless start after the last piece ends the search for one. */
  private void fill(UtilityPieces function, int first) {
    int k = first;
    for (UtilityPieces.Piece piece : function.pieces()) {
      pieceStart[k] = piece.start();
      floor[k] = piece.floor();
      height[k] = piece.height();
      rate[k] = piece.rate();
      slope[k] = piece.slope();
      k++;
    }
    pieceStart[k] = Double.POSITIVE_INFINITY;
  }

  /** What a task is worth if it completes then. */
  double utility(int task, double completion) {
    double elapsed = completion - arrival[task];
    int k = firstPiece[task];
    while (elapsed >= pieceStart[k + 1]) {
      k++;
    }
    double since = elapsed - pieceStart[k];
    double worth = floor[k] + slope[k] * since;
    return height[k] == 0 ? worth : worth + height[k] * Exponential.of(-rate[k] * since);
  }

  double seconds(int task, int mode) {
    return seconds[type[task] * modes + mode];
  }

  double joules(int task, int mode) {
    return joules[type[task] * modes + mode];
  }

  /** What all tasks are worth if they complete at their arrivals. */
  double mostUtility() {
    double sum = 0;
    for (int task = 0; task < tasks; task++) {
      sum += Math.max(0, utility(task, arrival[task]));
    }
    return sum;
  }

  /** The energy of executing every task where it spends least. */
  double leastJoulesOfAll() {
    double sum = 0;
    for (int task = 0; task < tasks; task++) {
      sum += leastJoules[type[task]];
    }
    return sum;
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
