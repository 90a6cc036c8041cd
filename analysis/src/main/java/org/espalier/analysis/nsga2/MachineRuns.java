package org.espalier.analysis.nsga2;

import java.util.stream.IntStream;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityTable;

/**
 * Any pair of objectives, by running the tasks of each machine one after the other (DISSERTATION
 * 5.4.2, 7.3.3). An offspring takes over the machines whose tasks are those of its parent; any
 * other machine is run from a mark a few tasks before the first that changed.
 *
 * <p>Sums are always formed in the same way: along each machine from its first task on, then over
 * the machines. So the losses hang on the genes alone, to the last bit.
 */
final class MachineRuns implements ChromosomeEvaluation<Runs> {
  final StaticProblem problem;
  final int tasks;
  final int machines;

  /** Whether the two objectives are kept in the other order: utility first, tasks on time last. */
  final boolean isSwapped;

  final Objective first;
  final Objective second;
  final boolean drops;

  /** By task: where the row of its type begins in the tables of cells. */
  final int[] rows;

  /** [task type * modes + mode]. */
  final double[] seconds;

  final double[] firstWeights;
  final double[] secondWeights;
  final UtilityTable utilities;

  MachineRuns(StaticProblem problem, ObjectivePair objectives) {
    this.problem = problem;
    tasks = problem.tasks();
    machines = problem.machines();
    isSwapped =
        objectives.second() == Objective.UTILITY
            || (objectives.first() == Objective.ROBUSTNESS
                && objectives.second() != Objective.ROBUSTNESS);
    first = isSwapped ? objectives.second() : objectives.first();
    second = isSwapped ? objectives.first() : objectives.second();
    drops = problem.mayDrop();
    rows = IntStream.range(0, tasks).map(task -> problem.type(task) * problem.modes()).toArray();
    seconds = cells(problem, Objective.MAKESPAN);
    firstWeights = cells(problem, first);
    secondWeights = cells(problem, second);
    utilities = new UtilityTable(problem);
  }

  /** What a task of a type adds in a mode; 0 where that hangs on when it completes. */
  static double[] cells(StaticProblem problem, Objective objective) {
    return problem.cells(
        switch (objective) {
          case MAKESPAN -> problem::seconds;
          case ENERGY -> problem::joules;
          case COST -> problem::cost;
          case UTILITY, ROBUSTNESS -> (type, mode) -> 0;
        });
  }

  @Override
  public boolean usesOrders() {
    return true;
  }

  @Override
  public Runs newState() {
    return new Runs(tasks, machines);
  }

  @Override
  public Worker<Runs> newWorker() {
    return new MachineRunner(this);
  }

  /** Sets the losses of a chromosome whose machines have all been run. */
  void setLosses(Chromosome<Runs> chromosome) {
    double[] ends = chromosome.state().ends;
    double latestFinish = 0;
    double firstSum = 0;
    double secondSum = 0;
    for (int end = 0; end < ends.length; end += Runs.MARK) {
      latestFinish = Math.max(latestFinish, ends[end]);
      firstSum += ends[end + 1];
      secondSum += ends[end + 2];
    }
    double a = first.loss(first == Objective.MAKESPAN ? latestFinish : firstSum);
    double b = second.loss(second == Objective.MAKESPAN ? latestFinish : secondSum);
    chromosome.setLosses(isSwapped ? b : a, isSwapped ? a : b);
  }
}
