package org.espalier.analysis.stochastic;

import java.util.List;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * What comes of an allocation on average, and how it varies, without sampling. Machines are
 * independent of each other, so that means, variances and the covariance add up over them.
 *
 * <p>Completions are distributions on a lattice of equal steps: execution times and arrivals
 * between two steps are divided between them so that their means stay. What is on the lattice is
 * exact; else the error falls with the step, and is seen from the result with half of it.
 *
 * @param utility expected utility, which is not the utility of expected times
 * @param joules expected energy
 * @param cost expected cost
 * @param onTime expected number of tasks that complete by their deadlines
 * @param dropped expected number of tasks that are not executed
 * @param varianceOfUtility variance of the utility
 * @param varianceOfJoules variance of the energy
 * @param covariance covariance of utility and energy
 */
public record ExactOutcome(
    double utility,
    double joules,
    double cost,
    double onTime,
    double dropped,
    double varianceOfUtility,
    double varianceOfJoules,
    double covariance) {
  private static final double SHARE_OF_MEAN = 0.05;

  /**
   * The outcome of an allocation.
   *
   * @param stepSeconds of the lattice, see {@link #step}
   */
  public static ExactOutcome of(
      StaticProblem problem, Uncertainty uncertainty, double stepSeconds, Allocation allocation) {
    return of(
        problem, new LatticeTimes(problem, uncertainty, stepSeconds), stepSeconds, allocation);
  }

  static ExactOutcome of(
      StaticProblem problem, LatticeTimes times, double stepSeconds, Allocation allocation) {
    MachineQueues queues = new MachineQueues(problem);
    int[] orders = allocation.orders();
    queues.setAll(allocation.placements(), orders);
    LatticeWalk walk = new LatticeWalk(problem, times, stepSeconds, true);
    Sums sums = new Sums();
    sums.dropped = allocation.tasks();
    for (int machine = 0; machine < problem.machines(); machine++) {
      walk.begin();
      int[] tasks = queues.tasks(machine, new int[0], orders);
      for (int task : tasks) {
        walk.step(task, problem.modeOf(allocation.placement(task)));
      }
      sums.add(walk.state(), tasks.length);
    }
    return sums.outcome();
  }

  /**
   * A step that suits a problem: a twentieth of the mean execution time, all task types and modes
   * alike.
   */
  public static double step(StaticProblem problem) {
    double sum = 0;
    int count = 0;
    for (int type = 0; type < problem.taskTypes(); type++) {
      for (int mode = 0; mode < problem.modes(); mode++) {
        if (problem.canRun(type, mode)) {
          sum += problem.seconds(type, mode);
          count++;
        }
      }
    }
    return sum / count * SHARE_OF_MEAN;
  }

  /** The sum of what machines do. */
  static double sum(List<MachineHistory<MachineMoments>> machines, Moment moment) {
    double sum = 0;
    for (MachineHistory<MachineMoments> machine : machines) {
      sum += moment.of(machine.end());
    }
    return sum;
  }

  /** One of the numbers. */
  @FunctionalInterface
  interface Moment {
    double of(MachineMoments moments);
  }

  private static final class Sums {
    private double utility;
    private double joules;
    private double cost;
    private double onTime;
    private double dropped;
    private double varianceOfUtility;
    private double varianceOfJoules;
    private double covariance;

    void add(MachineMoments m, int tasks) {
      utility += m.utility();
      joules += m.joules();
      cost += m.cost();
      onTime += m.onTime();
      dropped += m.dropped() - tasks;
      varianceOfUtility += m.squareUtility() - m.utility() * m.utility();
      varianceOfJoules += m.squareJoules() - m.joules() * m.joules();
      covariance += m.product() - m.utility() * m.joules();
    }

    ExactOutcome outcome() {
      return new ExactOutcome(
          utility, joules, cost, onTime, dropped, varianceOfUtility, varianceOfJoules, covariance);
    }
  }
}
