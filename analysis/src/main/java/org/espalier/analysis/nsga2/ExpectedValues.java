package org.espalier.analysis.nsga2;

import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Evaluations in which every execution takes its mean time and its mean energy (DISSERTATION 5.4.2,
 * 6.4.2, 7.2.3).
 */
public final class ExpectedValues {
  private ExpectedValues() {}

  /** The fastest one for a problem and a pair of objectives. */
  public static ChromosomeEvaluation<?> of(StaticProblem problem, ObjectivePair objectives) {
    return isOfSums(problem, objectives.first()) && isOfSums(problem, objectives.second())
        ? new LoadSums(problem, objectives)
        : new MachineRuns(problem, objectives);
  }

  /** Whether an objective hangs on the tasks of each machine and not on their order. */
  private static boolean isOfSums(StaticProblem problem, Objective objective) {
    if (problem.mayDrop()) {
      return false;
    }
    return switch (objective) {
      case ENERGY, COST -> true;
      case MAKESPAN -> problem.isBag();
      case UTILITY, ROBUSTNESS -> false;
    };
  }
}
