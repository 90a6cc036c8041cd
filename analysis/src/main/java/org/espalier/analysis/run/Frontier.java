package org.espalier.analysis.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.bound.MakespanEnergyBound;
import org.espalier.analysis.bound.UtilityEnergyBound;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.rounding.MakespanEnergyRounding;
import org.espalier.analysis.seed.SeedHeuristic;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.sweep.PriceSweep;

/**
 * What there is for a pair of objectives: a reference point, and for utility or makespan against
 * energy a bound and a sweep.
 *
 * @param reference to which hypervolumes are measured
 * @param bound what no allocation gets beyond; none where other times than the means judge them
 * @param sweep of allocations
 */
record Frontier(Losses reference, Optional<FoundBound> bound, Sweep sweep) {
  private static final int CURVE_POINTS = 101;
  private static final double BEHIND = 1.1;

  /** Finds allocations that no other one met dominates, by mean times and powers. */
  interface Sweep {
    /** The allocations found. */
    ParetoArchive<Allocation> run(Listener listener);
  }

  /** Hears how far a sweep is. */
  interface Listener {
    /**
     * So much is done.
     *
     * @param share 0 to 1
     * @param losses the points of the front so far
     */
    void reached(double share, List<Losses> losses);
  }

  static Frontier of(ParetoStudy study, int threads, BooleanSupplier stop) {
    if (study.objectives().equals(ObjectivePair.UTILITY_ENERGY)) {
      return ofUtility(study, threads, stop);
    } else if (study.objectives().equals(ObjectivePair.MAKESPAN_ENERGY)) {
      return ofMakespan(study, stop);
    }
    return unbounded(study);
  }

  /** With drawn times an allocation may earn more than any one does with mean times. */
  private static Optional<FoundBound> valid(ParetoStudy study, FoundBound bound) {
    boolean byMeans = study.judging().method() == ParetoStudy.JudgingMethod.EXPECTED;
    return byMeans ? Optional.of(bound) : Optional.empty();
  }

  private static Losses chosen(ParetoStudy study, Losses byDefault) {
    return study
        .reference()
        .map(given -> study.objectives().losses(given.first(), given.second()))
        .orElse(byDefault);
  }

  private static double makespan(StaticProblem problem, SeedHeuristic heuristic) {
    return AllocationOutcome.of(problem, heuristic.allocate(problem)).totals().makespanSeconds();
  }

  /** Utility and energy, by prices. */
  private static Frontier ofUtility(ParetoStudy study, int threads, BooleanSupplier stop) {
    StaticProblem problem = study.problem();
    UtilityEnergyBound prices =
        UtilityEnergyBound.search(problem, UtilityEnergyBound.Settings.DEFAULT, stop);
    Losses reference = chosen(study, prices.reference());
    List<Losses> curve = new ArrayList<>();
    double least = problem.mayDrop() ? 0 : prices.minimumJoules();
    for (int i = CURVE_POINTS - 1; i >= 0; i--) {
      double joules = least + (reference.second() - least) * i / (CURVE_POINTS - 1);
      if (prices.utility(joules) > -reference.first()) {
        curve.add(ObjectivePair.UTILITY_ENERGY.losses(prices.utility(joules), joules));
      }
    }
    FoundBound bound = new FoundBound(curve, prices.hypervolume(reference), stop.getAsBoolean());
    PriceSweep.Settings settings = study.search().sweep();
    AtomicInteger done = new AtomicInteger();
    return new Frontier(
        reference,
        valid(study, bound),
        listener ->
            PriceSweep.search(
                problem,
                prices,
                settings,
                threads,
                stop,
                losses ->
                    listener.reached(done.incrementAndGet() / (settings.rounds() + 1.0), losses)));
  }

  /** Makespan and energy, by linear programming. */
  private static Frontier ofMakespan(ParetoStudy study, BooleanSupplier stop) {
    StaticProblem problem = study.problem();
    MakespanEnergyBound divisions = MakespanEnergyBound.of(problem, stop);
    Losses reference = chosen(study, behind(problem, divisions.reference()));
    List<Losses> curve = divisions.curve(CURVE_POINTS);
    double hypervolume = divisions.hypervolume(reference);
    return new Frontier(
        reference,
        valid(study, new FoundBound(curve, hypervolume, stop.getAsBoolean())),
        listener -> {
          ParetoArchive<Allocation> archive = new ParetoArchive<>();
          MakespanEnergyRounding.addTo(
              archive, problem, divisions, MakespanEnergyRounding.Settings.DEFAULT, stop);
          listener.reached(1, archive.losses());
          return archive;
        });
  }

  /** The bound knows no arrivals: behind what is reached at the minimum energy in any case. */
  private static Losses behind(StaticProblem problem, Losses plain) {
    return problem.isBag()
        ? plain
        : new Losses(
            Math.max(plain.first(), BEHIND * makespan(problem, SeedHeuristic.MIN_ENERGY)),
            plain.second());
  }

  /** Other pairs: a reference point a tenth behind both ends that greedy allocations reach. */
  private static Frontier unbounded(ParetoStudy study) {
    ObjectivePair pair = study.objectives();
    Losses reference =
        new Losses(
            behind(study.problem(), pair.first(), pair.second()),
            behind(study.problem(), pair.second(), pair.first()));
    return new Frontier(
        chosen(study, reference),
        Optional.empty(),
        listener -> {
          throw new IllegalStateException("there is no sweep for these objectives");
        });
  }

  /** Energy and cost may be those of the worst placement of every task. */
  private static double behind(StaticProblem problem, Objective objective, Objective other) {
    return switch (objective) {
      case UTILITY, ROBUSTNESS -> 0;
      case MAKESPAN ->
          BEHIND
              * Math.max(
                  makespan(problem, SeedHeuristic.MIN_MIN), makespan(problem, greedy(other)));
      case ENERGY -> BEHIND * problem.sumOfTasks(problem::joules, Math::max);
      case COST -> BEHIND * problem.sumOfTasks(problem::cost, Math::max);
    };
  }

  private static SeedHeuristic greedy(Objective objective) {
    return switch (objective) {
      case UTILITY -> SeedHeuristic.MAX_UTILITY;
      case ROBUSTNESS, MAKESPAN -> SeedHeuristic.MIN_MIN;
      case ENERGY -> SeedHeuristic.MIN_ENERGY;
      case COST -> SeedHeuristic.MIN_COST;
    };
  }
}
