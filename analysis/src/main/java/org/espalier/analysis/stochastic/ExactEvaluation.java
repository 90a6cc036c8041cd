package org.espalier.analysis.stochastic;

import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Judges chromosomes by expected values of utility, energy, cost or tasks on time, found without
 * sampling as in {@link ExactOutcome}. Many times slower than a hundred samples: for short
 * searches.
 */
public final class ExactEvaluation implements ChromosomeEvaluation<Histories<MachineMoments>> {
  private static final int INTERVAL = 8;

  private final StaticProblem problem;
  private final LatticeTimes times;
  private final double step;
  private final ObjectivePair objectives;

  /**
   * One of a lattice.
   *
   * @param stepSeconds of the lattice, see {@link ExactOutcome#step}
   * @throws IllegalArgumentException if an objective is the makespan, or the step is not above 0
   */
  public ExactEvaluation(
      StaticProblem problem,
      Uncertainty uncertainty,
      ObjectivePair objectives,
      double stepSeconds) {
    if (!(stepSeconds > 0)) {
      throw new IllegalArgumentException(
          "the step of the lattice is %s s; expected above 0".formatted(stepSeconds));
    }
    this.problem = problem;
    this.times = new LatticeTimes(problem, uncertainty, stepSeconds);
    this.step = stepSeconds;
    this.objectives = objectives;
    moment(objectives.first());
    moment(objectives.second());
  }

  private static ExactOutcome.Moment moment(Objective objective) {
    return switch (objective) {
      case UTILITY -> MachineMoments::utility;
      case ENERGY -> MachineMoments::joules;
      case COST -> MachineMoments::cost;
      case ROBUSTNESS -> MachineMoments::onTime;
      case MAKESPAN ->
          throw new IllegalArgumentException(
              "the makespan has no sum over machines; expected utility, energy, cost or robustness");
    };
  }

  @Override
  public boolean usesOrders() {
    return true;
  }

  @Override
  public Histories<MachineMoments> newState() {
    return new Histories<>(problem.machines(), MachineMoments.ofIdle(false));
  }

  @Override
  public Worker<Histories<MachineMoments>> newWorker() {
    return new HistoryWorker<>(
        problem,
        INTERVAL,
        new LatticeWalk(problem, times, step, false),
        loss(objectives.first()),
        loss(objectives.second()));
  }

  private static HistoryWorker.Loss<MachineMoments> loss(Objective objective) {
    ExactOutcome.Moment moment = moment(objective);
    return machines -> objective.loss(ExactOutcome.sum(machines, moment));
  }
}
