package org.espalier.analysis.seed;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityPieces;

/**
 * The best placement of a task while machines fill up. Machines of one type are alike but for the
 * time at which they are free: one that is free no earlier than a lower one is no better, and is
 * not looked at.
 */
final class Choices {
  private final StaticProblem problem;
  private final Score score;
  private final DoubleUnaryOperator rounding;
  private final int[] typeOfMachine;

  /** When each machine has executed what it was given. */
  private final double[] ready;

  private final double[] earliestStart;
  private double bestScore;
  private double bestCompletion;
  private int best;

  Choices(StaticProblem problem, Score score, DoubleUnaryOperator rounding) {
    this.problem = problem;
    this.score = score;
    this.rounding = rounding;
    ready = new double[problem.machines()];
    typeOfMachine = new int[problem.machines()];
    for (int machine = 0; machine < typeOfMachine.length; machine++) {
      typeOfMachine[machine] = problem.machineTypeOf(machine);
    }
    earliestStart = new double[problem.machineTypes()];
  }

  StaticProblem problem() {
    return problem;
  }

  /** Finds the best placement of a task as things stand. */
  void find(int task) {
    best = -1;
    Arrays.fill(earliestStart, Double.POSITIVE_INFINITY);
    double arrival = problem.arrival(task);
    for (int machine = 0; machine < ready.length; machine++) {
      double start = Math.max(ready[machine], arrival);
      int type = typeOfMachine[machine];
      if (start < earliestStart[type]) {
        earliestStart[type] = start;
        compare(task, machine, start);
      }
    }
  }

  private void compare(int task, int machine, double start) {
    int taskType = problem.type(task);
    UtilityPieces utility = problem.utility(task);
    int firstMode = problem.firstMode(typeOfMachine[machine]);
    int placement = problem.firstPlacement(machine);
    int end = problem.firstPlacement(machine + 1);
    for (int mode = firstMode; placement < end; placement++, mode++) {
      double seconds = problem.seconds(taskType, mode);
      if (seconds < Double.POSITIVE_INFINITY) {
        double completion = start + seconds;
        double earned = utility.of(completion - problem.arrival(task));
        double watts = problem.watts(taskType, mode);
        double cost = problem.cost(taskType, mode);
        double value = score.of(earned, seconds, watts, cost, completion);
        consider(placement, rounding.applyAsDouble(value), rounding.applyAsDouble(completion));
      }
    }
  }

  private void consider(int placement, double value, double completion) {
    if (best < 0 || value > bestScore || (value == bestScore && completion < bestCompletion)) {
      best = placement;
      bestScore = value;
      bestCompletion = completion;
    }
  }

  /** The placement that was found last. */
  int placement() {
    return best;
  }

  /** The rounded score of what was found last. */
  double score() {
    return bestScore;
  }

  /** The rounded completion of what was found last. */
  double completion() {
    return bestCompletion;
  }

  /** When the machine of a placement has executed what it was given. */
  double ready(int placement) {
    return ready[problem.machineOf(placement)];
  }

  /** When a task completes at a placement that is given to it now. */
  double completion(int task, int placement) {
    double start = Math.max(ready(placement), problem.arrival(task));
    return start + problem.seconds(problem.type(task), problem.modeOf(placement));
  }

  /** Keeps the machine of a placement busy until then. */
  void occupy(int placement, double until) {
    ready[problem.machineOf(placement)] = until;
  }
}
