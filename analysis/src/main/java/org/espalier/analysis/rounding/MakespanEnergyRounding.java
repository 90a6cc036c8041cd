package org.espalier.analysis.rounding;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.bound.MakespanEnergyBound;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Allocations of small makespan and energy, from the divisions of the bound.
 *
 * <p>For makespans along the curve of the bound: the division is rounded to whole tasks; as long as
 * a machine takes longer than the makespan, the best move or exchange of its tasks is done; then
 * all that lower the energy and keep within the makespan. Each allocation met goes to the archive.
 * Where tasks arrive later, only the last one of each makespan does, since idle time is known from
 * then on.
 *
 * <p>Deterministic as long as it is not stopped.
 */
public final class MakespanEnergyRounding {
  private static final double WITHIN = 1 + 1e-9;
  private static final int DEAREST = 5;
  private static final double DEARER = 4;
  private static final double NEVER = 1e6;
  private static final int STEPS_PER_MACHINE = 20;

  private final StaticProblem problem;
  private final MakespanEnergyBound bound;
  private final ParetoArchive<Allocation> archive;
  private final BooleanSupplier stop;
  private final boolean isBag;
  private final MachineLoads loads;
  private final RoundedDivision rounded;
  private final LoadRepair repair;
  private final LoadedTasks tasks;
  private int steps;

  /**
   * How long it goes on.
   *
   * @param points makespans along the curve at first
   * @param mostPoints it goes on with those in between, twice as many each time, up to so many
   */
  public record Settings(int points, int mostPoints) {
    /** 60 to 240 makespans. */
    public static final Settings DEFAULT = new Settings(60, 240);
  }

  private MakespanEnergyRounding(
      StaticProblem problem,
      MakespanEnergyBound bound,
      ParetoArchive<Allocation> archive,
      BooleanSupplier stop) {
    this.problem = problem;
    this.bound = bound;
    this.archive = archive;
    this.stop = stop;
    isBag = problem.isBag();
    loads = new MachineLoads(problem);
    rounded = new RoundedDivision(problem);
    repair = new LoadRepair(problem, loads);
    tasks = new LoadedTasks(problem);
  }

  /**
   * Adds to what has been found, by makespan and energy.
   *
   * @param stop asked before each step; once it says so, no more is added
   */
  public static void addTo(
      ParetoArchive<Allocation> archive,
      StaticProblem problem,
      MakespanEnergyBound bound,
      Settings settings,
      BooleanSupplier stop) {
    new MakespanEnergyRounding(problem, bound, archive, stop).run(settings);
  }

  private void run(Settings settings) {
    double from = bound.smallestMakespan();
    double ratio = bound.economicalMakespan() / from;
    point(bound.economicalMakespan());
    point(from);
    Losses reference = bound.reference();
    double most = bound.hypervolume(reference);
    int stride = 1;
    for (long points = settings.points();
        points <= settings.mostPoints() && ratio > WITHIN;
        points *= 2) {
      for (int i = 1; i < points && !stop.getAsBoolean(); i += stride) {
        point(from * Math.pow(ratio, i / (double) points));
      }
      double share = Indicators.share(archive.losses(), reference, most);
      if (stop.getAsBoolean() || share >= 1) {
        return;
      }
      stride = 2;
    }
  }

  private void point(double makespan) {
    loads.clear();
    rounded.fill(bound.division(makespan), loads);
    offerBag();
    steps = 0;
    double[] prices = bound.prices(makespan);
    shorten(makespan, prices);
    spare(Math.max(makespan, loads.makespan()), prices);
    offer();
  }

  /** Brings all machines within a makespan if that can be done; time gets dearer on the way. */
  private void shorten(double makespan, double[] prices) {
    double over = Arrays.stream(prices).max().orElse(0) + leastPower();
    for (int round = 0; round < DEAREST; round++) {
      repair.judge(makespan, prices, over);
      while (loads.makespan() > makespan * WITHIN && mayStep() && repair.step(loads.longest())) {
        offerBag();
      }
      over *= DEARER;
    }
  }

  /** Energy by time if all is where it spends least; 1 W if nothing spends any. */
  private double leastPower() {
    double watts = bound.minimumJoules() / bound.economicalMakespan() / problem.machines();
    return watts > 0 ? watts : 1;
  }

  /** Lowers the energy as long as all machines stay within a makespan. */
  private void spare(double makespan, double[] prices) {
    repair.judge(makespan, prices, NEVER * leastPower());
    boolean found = true;
    while (found) {
      found = false;
      for (int machine = 0; machine < loads.machines(); machine++) {
        while (mayStep() && repair.step(machine)) {
          found = true;
          offerBag();
        }
      }
    }
  }

  private boolean mayStep() {
    return steps++ < STEPS_PER_MACHINE * loads.machines() && !stop.getAsBoolean();
  }

  private void offerBag() {
    if (isBag) {
      offer();
    }
  }

  private void offer() {
    if (archive.wouldTake(loads.makespan(), loads.totalJoules())) {
      Allocation allocation = isBag ? tasks.any(loads) : tasks.byArrival(loads);
      archive.add(
          ObjectivePair.MAKESPAN_ENERGY.losses(AllocationOutcome.of(problem, allocation).totals()),
          allocation);
    }
  }
}
