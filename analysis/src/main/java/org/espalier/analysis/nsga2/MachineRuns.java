package org.espalier.analysis.nsga2;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityTable;

/**
 * Any pair of objectives, by running the tasks of each machine one after the other (DISSERTATION
 * 5.4.2, 7.3.3).
 *
 * <p>Sums are always formed in the same way: along each machine from its first task on, then over
 * the machines. So the losses hang on the genes alone, to the last bit.
 */
final class MachineRuns extends MachineEvaluation<MachineRuns.Standing> {
  private static final int INTERVAL = 16;

  private final StaticProblem problem;

  /** Whether the two objectives are kept in the other order: utility first, tasks on time last. */
  private final boolean isSwapped;

  private final Objective first;
  private final Objective second;

  /** By task: where the row of its type begins in the tables of cells. */
  private final int[] rows;

  /** [task type * modes + mode]. */
  private final double[] seconds;

  private final double[] firstWeights;
  private final double[] secondWeights;
  private final UtilityTable utilities;

  /**
   * How a machine stands after some of its tasks.
   *
   * @param completion of the last that was executed
   * @param first what they come to in the first objective
   * @param second the same in the second
   */
  record Standing(double completion, double first, double second) {}

  MachineRuns(StaticProblem problem, ObjectivePair objectives) {
    super(problem, INTERVAL, new Standing(0, 0, 0));
    this.problem = problem;
    isSwapped =
        objectives.second() == Objective.UTILITY
            || (objectives.first() == Objective.ROBUSTNESS
                && objectives.second() != Objective.ROBUSTNESS);
    first = isSwapped ? objectives.second() : objectives.first();
    second = isSwapped ? objectives.first() : objectives.second();
    rows =
        IntStream.range(0, problem.tasks())
            .map(task -> problem.type(task) * problem.modes())
            .toArray();
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
  protected MachineWalk<Standing> newWalk() {
    return new Run();
  }

  private final class Run implements MachineWalk<Standing> {
    private final boolean earnsUtility = first == Objective.UTILITY;
    private final boolean countsOnTime = second == Objective.ROBUSTNESS;
    private double completion;
    private double firstSum;
    private double secondSum;

    @Override
    public void begin() {
      completion = 0;
      firstSum = 0;
      secondSum = 0;
    }

    @Override
    public void begin(Standing from) {
      completion = from.completion();
      firstSum = from.first();
      secondSum = from.second();
    }

    @Override
    public boolean execute(int task, int mode) {
      int cell = rows[task] + mode;
      double arrival = problem.arrival(task);
      double completes = (completion > arrival ? completion : arrival) + seconds[cell];
      if (completes > problem.latestCompletion(task)) {
        return false;
      }
      completion = completes;
      secondSum += secondWeights[cell];
      if (earnsUtility) {
        double since = completes - arrival;
        firstSum += utilities.of(utilities.piece(utilities.firstPiece(task), since), since);
      } else {
        firstSum += firstWeights[cell];
      }
      if (countsOnTime && completes <= problem.deadline(task)) {
        secondSum++;
      }
      return true;
    }

    @Override
    public Standing state() {
      return new Standing(completion, firstSum, secondSum);
    }
  }

  @Override
  protected void setLosses(Chromosome<List<MachineHistory<Standing>>> chromosome) {
    double latestFinish = 0;
    double firstSum = 0;
    double secondSum = 0;
    for (MachineHistory<Standing> machine : chromosome.state()) {
      latestFinish = Math.max(latestFinish, machine.end().completion());
      firstSum += machine.end().first();
      secondSum += machine.end().second();
    }
    double a = first.loss(first == Objective.MAKESPAN ? latestFinish : firstSum);
    double b = second.loss(second == Objective.MAKESPAN ? latestFinish : secondSum);
    chromosome.setLosses(isSwapped ? b : a, isSwapped ? a : b);
  }
}
