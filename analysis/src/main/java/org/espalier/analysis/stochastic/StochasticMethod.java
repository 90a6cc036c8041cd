package org.espalier.analysis.stochastic;

import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * By what an allocation is judged where execution times and powers are random (DISSERTATION 7.2).
 */
public sealed interface StochasticMethod {
  /** What a search asks for the losses of chromosomes. */
  ChromosomeEvaluation<?> evaluation(
      StaticProblem problem, Uncertainty uncertainty, ObjectivePair objectives);

  /**
   * The deterministic evaluation with mean execution times and mean powers. What it gives is not
   * the expected utility: utility is not a linear function of time, and a task is dropped in some
   * cases and not in others. Without dropping its energy is the expected energy.
   */
  record ExpectedValues() implements StochasticMethod {
    @Override
    public ChromosomeEvaluation<?> evaluation(
        StaticProblem problem, Uncertainty uncertainty, ObjectivePair objectives) {
      return org.espalier.analysis.nsga2.ExpectedValues.of(problem, objectives);
    }
  }

  /**
   * Percentiles of sampled values.
   *
   * @param samples of each task; the source has {@value #SAMPLES}
   * @param utility of utilities
   * @param energy of energies, and makespans if they are an objective
   * @param seed of all samples
   */
  record Percentiles(int samples, Percentile utility, Percentile energy, long seed)
      implements StochasticMethod {
    /** The number of samples of the source. */
    public static final int SAMPLES = 100;

    public Percentiles {
      if (samples < 1) {
        throw new IllegalArgumentException(
            "there are %d samples; expected at least 1".formatted(samples));
      }
    }

    @Override
    public ChromosomeEvaluation<?> evaluation(
        StaticProblem problem, Uncertainty uncertainty, ObjectivePair objectives) {
      return new PercentileEvaluation(
          Samples.of(problem, uncertainty, samples, seed),
          objectives,
          of(objectives.first()),
          of(objectives.second()));
    }

    private Percentile of(Objective objective) {
      return objective.isMaximised() ? utility : energy;
    }
  }

  /**
   * Expected values without sampling.
   *
   * @param stepSeconds of the lattice, see {@link ExactOutcome#step}
   */
  record Exact(double stepSeconds) implements StochasticMethod {
    @Override
    public ChromosomeEvaluation<?> evaluation(
        StaticProblem problem, Uncertainty uncertainty, ObjectivePair objectives) {
      return new ExactEvaluation(problem, uncertainty, objectives, stepSeconds);
    }
  }
}
