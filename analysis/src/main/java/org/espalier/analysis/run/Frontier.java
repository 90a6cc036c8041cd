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
 */
abstract class Frontier {
  private static final int CURVE_POINTS = 101;
  private static final double BEHIND = 1.1;

  private final Losses reference;
  private final Optional<FoundBound> bound;

  private Frontier(Losses reference, Optional<FoundBound> bound) {
    this.reference = reference;
    this.bound = bound;
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
      return OfUtility.of(study, threads, stop);
    } else if (study.objectives().equals(ObjectivePair.MAKESPAN_ENERGY)) {
      return OfMakespan.of(study, stop);
    }
    return new Unbounded(study);
  }

  /** To which hypervolumes are measured. */
  Losses reference() {
    return reference;
  }

  /** What no allocation gets beyond; none where other times than the means judge them. */
  Optional<FoundBound> bound() {
    return bound;
  }

  /** Allocations that no other one met dominates, by mean times and powers. */
  abstract ParetoArchive<Allocation> sweep(Listener listener);

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
  private static final class OfUtility extends Frontier {
    private final ParetoStudy study;
    private final UtilityEnergyBound prices;
    private final int threads;
    private final BooleanSupplier stop;

    private OfUtility(
        ParetoStudy study,
        UtilityEnergyBound prices,
        Losses reference,
        int threads,
        BooleanSupplier stop) {
      super(
          reference, valid(study, bound(study.problem(), prices, reference, stop.getAsBoolean())));
      this.study = study;
      this.prices = prices;
      this.threads = threads;
      this.stop = stop;
    }

    static OfUtility of(ParetoStudy study, int threads, BooleanSupplier stop) {
      UtilityEnergyBound prices =
          UtilityEnergyBound.search(study.problem(), UtilityEnergyBound.Settings.DEFAULT, stop);
      Losses reference = chosen(study, prices.reference());
      return new OfUtility(study, prices, reference, threads, stop);
    }

    private static FoundBound bound(
        StaticProblem problem, UtilityEnergyBound prices, Losses reference, boolean isRough) {
      List<Losses> curve = new ArrayList<>();
      double least = problem.mayDrop() ? 0 : prices.minimumJoules();
      for (int i = CURVE_POINTS - 1; i >= 0; i--) {
        double joules = least + (reference.second() - least) * i / (CURVE_POINTS - 1);
        if (prices.utility(joules) > -reference.first()) {
          curve.add(ObjectivePair.UTILITY_ENERGY.losses(prices.utility(joules), joules));
        }
      }
      return new FoundBound(curve, prices.hypervolume(reference), isRough);
    }

    @Override
    ParetoArchive<Allocation> sweep(Listener listener) {
      PriceSweep.Settings settings = study.search().sweep();
      AtomicInteger done = new AtomicInteger();
      return PriceSweep.search(
          study.problem(),
          prices,
          settings,
          threads,
          stop,
          losses -> listener.reached(done.incrementAndGet() / (settings.rounds() + 1.0), losses));
    }
  }

  /** Makespan and energy, by linear programming. */
  private static final class OfMakespan extends Frontier {
    private final ParetoStudy study;
    private final MakespanEnergyBound divisions;
    private final BooleanSupplier stop;

    private OfMakespan(
        ParetoStudy study, MakespanEnergyBound divisions, Losses reference, BooleanSupplier stop) {
      super(reference, valid(study, bound(divisions, reference, stop)));
      this.study = study;
      this.divisions = divisions;
      this.stop = stop;
    }

    static OfMakespan of(ParetoStudy study, BooleanSupplier stop) {
      MakespanEnergyBound divisions = MakespanEnergyBound.of(study.problem(), stop);
      return new OfMakespan(
          study, divisions, chosen(study, behind(study.problem(), divisions)), stop);
    }

    /** The bound knows no arrivals: behind what is reached at the minimum energy in any case. */
    private static Losses behind(StaticProblem problem, MakespanEnergyBound divisions) {
      Losses plain = divisions.reference();
      double reached = makespan(problem, SeedHeuristic.MIN_ENERGY);
      return problem.isBag()
          ? plain
          : new Losses(Math.max(plain.first(), BEHIND * reached), plain.second());
    }

    private static FoundBound bound(
        MakespanEnergyBound divisions, Losses reference, BooleanSupplier stop) {
      List<Losses> curve = new ArrayList<>();
      for (MakespanEnergyBound.Point point : divisions.curve(CURVE_POINTS)) {
        curve.add(ObjectivePair.MAKESPAN_ENERGY.losses(point.makespanSeconds(), point.joules()));
      }
      double hypervolume = divisions.hypervolume(reference);
      return new FoundBound(curve, hypervolume, stop.getAsBoolean());
    }

    @Override
    ParetoArchive<Allocation> sweep(Listener listener) {
      MakespanEnergyRounding.Settings settings = MakespanEnergyRounding.Settings.DEFAULT;
      ParetoArchive<Allocation> archive = new ParetoArchive<>();
      MakespanEnergyRounding.addTo(
          archive,
          study.problem(),
          divisions,
          new MakespanEnergyRounding.Settings(
              settings.points(), settings.mostPoints(), study.search().sweep().gap()),
          stop);
      listener.reached(1, archive.losses());
      return archive;
    }
  }

  /** Other pairs: a reference point a tenth behind both ends that greedy allocations reach. */
  private static final class Unbounded extends Frontier {
    Unbounded(ParetoStudy study) {
      super(chosen(study, behind(study)), Optional.empty());
    }

    private static Losses behind(ParetoStudy study) {
      ObjectivePair pair = study.objectives();
      return new Losses(
          behind(study.problem(), pair.first(), pair.second()),
          behind(study.problem(), pair.second(), pair.first()));
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

    @Override
    ParetoArchive<Allocation> sweep(Listener listener) {
      throw new IllegalStateException("there is no sweep for these objectives");
    }
  }
}
