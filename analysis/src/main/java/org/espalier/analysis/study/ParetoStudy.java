package org.espalier.analysis.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.nsga2.ExpectedValues;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.stochastic.Percentile;
import org.espalier.analysis.stochastic.PercentileEvaluation;
import org.espalier.analysis.stochastic.SampledOutcomes;
import org.espalier.analysis.stochastic.Uncertainty;
import org.espalier.analysis.sweep.PriceSweep;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.spread.Spread;
import org.espalier.workload.system.MachineCounts;

/**
 * A study of a trade-off: what is allocated, by which objectives, and how fronts are searched for.
 *
 * @param about what it is called
 * @param seed of all random numbers
 * @param inputs where the problem comes from
 * @param problem what is allocated
 * @param objectives the two objectives
 * @param search how fronts are searched for
 * @param judging how an allocation is judged where times and powers are distributions
 * @param reference values of the two objectives that hypervolumes are measured to; empty to have
 *     them chosen
 * @param notes what was done to the input
 */
public record ParetoStudy(
    About about,
    long seed,
    Inputs inputs,
    StaticProblem problem,
    ObjectivePair objectives,
    Search search,
    Judging judging,
    Optional<Reference> reference,
    List<String> notes) {
  /** By so many points a gamma distribution is told. */
  private static final int POINTS = SampledOutcomes.SHARES;

  /**
   * What a study is called.
   *
   * @param name also that of its results
   * @param title one line
   * @param description what it asks; may be empty
   */
  public record About(String name, String title, String description) {}

  /**
   * Where it comes from.
   *
   * @param study the study itself
   * @param system the system
   * @param workload the trace
   * @param machines numbers of machines that take the place of those of the system, by type
   * @param isToday whether these are the numbers that the system has itself
   */
  public record Inputs(
      Path study,
      InputSource system,
      InputSource workload,
      Map<String, Integer> machines,
      boolean isToday) {
    public Inputs {
      machines = Collections.unmodifiableMap(new TreeMap<>(machines));
    }

    /** How a system differs from others of the study, for example {@code gpu: 1, node: 4}. */
    public String machinesText() {
      return machines.isEmpty() ? "as it is" : MachineCounts.text(machines);
    }
  }

  /**
   * How fronts are searched for.
   *
   * @param sweep the settings of the sweep
   * @param genetic those of the genetic algorithm, on one thread
   * @param generations that each population evolves for
   * @param snapshots generations of which the front is kept, ascending
   * @param populations the first populations, each of which evolves on its own
   * @param limit how long the whole search may take; empty where only counts limit it
   */
  public record Search(
      FrontMethod method,
      PriceSweep.Settings sweep,
      GeneticSettings genetic,
      int generations,
      List<Integer> snapshots,
      List<Population> populations,
      Optional<Duration> limit) {
    /** The same for each of some systems, which share the time. */
    Search ofSystems(int count) {
      return new Search(
          method,
          sweep,
          genetic,
          generations,
          snapshots,
          populations,
          limit.map(time -> time.dividedBy(count)));
    }
  }

  /**
   * How an allocation is judged.
   *
   * @param method by mean times, or by percentiles of samples
   * @param samples evaluations of an allocation, for percentiles
   * @param utilityPercentile in 1 to 99
   * @param energyPercentile in 1 to 99
   * @param spreadFile the file of the coefficients of variation, if there is one
   * @param spread what it says; empty to take times as the PET of the system has them and powers as
   *     certain
   * @param monteCarlo evaluations of each point of the final front with drawn times; 0 for none
   * @param beside a fuzzy front that is drawn beside that of the study
   */
  public record Judging(
      JudgingMethod method,
      int samples,
      int utilityPercentile,
      int energyPercentile,
      Optional<Path> spreadFile,
      Optional<Spread> spread,
      int monteCarlo,
      Optional<CloudFile> beside) {}

  /** By what an allocation is judged. */
  public enum JudgingMethod {
    /**
     * Mean times and powers. What that gives is not the expected utility: utility is not a linear
     * function of time, and a task is dropped in some cases and not in others. Without dropping its
     * energy is the expected energy.
     */
    EXPECTED,
    /** Percentiles of sampled evaluations. */
    PERCENTILE
  }

  /** Values of the two objectives, in their units. */
  public record Reference(double first, double second) {}

  /** The same search by the energy that executions add to that of machines which wait. */
  public ParetoStudy beyondIdlePower() {
    return new ParetoStudy(
        about,
        seed,
        inputs,
        problem.beyondIdlePower(),
        objectives,
        search,
        judging,
        reference,
        notes);
  }

  /** A value that no allocation is better than, whatever the other objective; by mean times. */
  double best(Objective objective) {
    return switch (objective) {
      case UTILITY -> problem.greatestUtility();
      case ROBUSTNESS ->
          IntStream.range(0, problem.tasks())
              .filter(task -> problem.deadline(task) < Double.POSITIVE_INFINITY)
              .count();
      case MAKESPAN -> problem.mayDrop() ? 0 : problem.earliestEnd();
      case ENERGY -> problem.mayDrop() ? 0 : problem.sumOfTasks(problem::joules, Math::min);
      case COST -> problem.mayDrop() ? 0 : problem.sumOfTasks(problem::cost, Math::min);
    };
  }

  /** Whether utility is an objective that no task can earn. */
  public boolean earnsNothing() {
    return objectives.first() == Objective.UTILITY && problem.greatestUtility() == 0;
  }

  /**
   * Refuses the reference point that was given.
   *
   * @throws org.espalier.workload.document.InvalidInputException that says so
   */
  public void refuseReference() {
    Problems problems = new Problems();
    problems.add(
        new Problem(
            inputs.study(),
            0,
            "reference",
            reference.map(this::text).orElse(""),
            "no allocation is better than it in both objectives, as the bound shows",
            "give values that a front can reach, or leave it out"));
    problems.throwIfAny();
  }

  private String text(Reference given) {
    return "[%s, %s]"
        .formatted(
            objectives.first().text(given.first()), objectives.second().text(given.second()));
  }

  /** What judges allocations. */
  public ChromosomeEvaluation<?> evaluation() {
    return switch (judging.method()) {
      case EXPECTED -> ExpectedValues.of(problem, objectives);
      case PERCENTILE ->
          new PercentileEvaluation(
              SampledOutcomes.of(problem, uncertainty(), judging.samples(), seed),
              objectives,
              percentile(objectives.first()),
              percentile(objectives.second()));
    };
  }

  private Percentile percentile(Objective objective) {
    return new Percentile(
        objective.isMaximised() ? judging.utilityPercentile() : judging.energyPercentile());
  }

  /** The distributions of times and powers. */
  public Uncertainty uncertainty() {
    return judging
        .spread()
        .map(found -> Uncertainty.gamma(problem, found, POINTS))
        .orElseGet(() -> Uncertainty.ofPet(problem));
  }
}
