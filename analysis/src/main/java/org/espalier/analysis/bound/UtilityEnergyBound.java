package org.espalier.analysis.bound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.StaticProblem;

/**
 * A curve above the utility of every allocation by its energy: the least of lines, each of them a
 * {@link PriceBound}, and so concave. Immutable.
 */
public final class UtilityEnergyBound {
  private static final double REFERENCE = 1.5;

  private final List<PriceBound> lines;
  private final double leastJoules;
  private final double minimumJoules;

  /**
   * How lines are found.
   *
   * @param weights how many weights of energy, besides 0; from one at which energy hardly matters
   *     to one at which hardly anything else does, at a constant ratio
   * @param slots time slots that have prices
   * @param steps of the search from the prices of the weight before; the first weight takes twice
   *     as many
   */
  public record Settings(int weights, int slots, int steps) {
    public static final Settings DEFAULT = new Settings(16, 100, 30);
  }

  UtilityEnergyBound(StaticProblem problem, List<PriceBound> lines) {
    this.lines = lines.stream().sorted(Comparator.comparingDouble(PriceBound::lambda)).toList();
    minimumJoules = problem.sumOfTasks(problem::joules, Math::min);
    leastJoules = problem.mayDrop() ? 0 : minimumJoules;
  }

  /**
   * A search for one.
   *
   * @param stop asked before each step; every weight still gets the line of its neighbour's prices
   */
  public static UtilityEnergyBound search(
      StaticProblem problem, Settings settings, BooleanSupplier stop) {
    return new UtilityEnergyBound(problem, new Search(problem, settings, stop).lines());
  }

  /** From the middle weight to both ends. */
  private static final class Search {
    private static final double LEAST_WEIGHT = 1.0 / 60;
    private static final double GREATEST_WEIGHT = 12;
    private static final double FIRST_STEP = 0.5;
    private static final int FIRST_STEPS = 4;
    private static final double NEXT_STEP = 0.05;

    private final Settings settings;
    private final BooleanSupplier stop;
    private final PricedTasks search;
    private final double unit;
    private final List<PriceBound> lines = new ArrayList<>();

    Search(StaticProblem problem, Settings settings, BooleanSupplier stop) {
      this.settings = settings;
      this.stop = stop;
      double horizon = horizon(problem);
      search = new PricedTasks(problem, horizon / settings.slots(), settings.slots());
      double utility = problem.greatestUtility();
      double joules = problem.sumOfTasks(problem::joules, Math::min);
      unit = utility > 0 && joules > 0 ? utility / joules : 1;
    }

    List<PriceBound> lines() {
      int middle = settings.weights() / 2;
      int steps = settings.steps();
      PriceBound first = line(weight(middle), search.free(), FIRST_STEP, FIRST_STEPS * steps);
      PriceBound last = first;
      for (int i = middle + 1; i < settings.weights(); i++) {
        last = line(weight(i), last.prices(), NEXT_STEP, steps);
      }
      last = first;
      for (int i = middle - 1; i >= 0; i--) {
        last = line(weight(i), last.prices(), NEXT_STEP, steps);
      }
      line(0, last.prices(), NEXT_STEP, steps);
      return lines;
    }

    private PriceBound line(double lambda, double[][] start, double step, int steps) {
      PriceBound line = search.from(lambda, start, step, steps, stop);
      lines.add(line);
      return line;
    }

    private double weight(int i) {
      double share = i / (settings.weights() - 1.0);
      return unit * LEAST_WEIGHT * Math.pow(GREATEST_WEIGHT / LEAST_WEIGHT, share);
    }

    /** The last arrival, and the time that the machines need for all tasks if taken at random. */
    private static double horizon(StaticProblem problem) {
      double arrival = 0;
      double seconds = 0;
      for (int task = 0; task < problem.tasks(); task++) {
        arrival = Math.max(arrival, problem.arrival(task));
        double sum = 0;
        int[] placements = problem.placementsFor(problem.type(task));
        for (int placement : placements) {
          sum += problem.seconds(problem.type(task), problem.modeOf(placement));
        }
        seconds += sum / placements.length;
      }
      return arrival + seconds / problem.machines();
    }
  }

  /** The lines by ascending weight. */
  public List<PriceBound> lines() {
    return lines;
  }

  /** What no allocation of so much energy earns more than. */
  public double utility(double joules) {
    return lines.stream().mapToDouble(line -> line.utility(joules)).min().orElseThrow();
  }

  /** The energy of executing every task where it spends least. */
  public double minimumJoules() {
    return minimumJoules;
  }

  /** No utility and one and a half times the minimum energy. */
  public Losses reference() {
    return ObjectivePair.UTILITY_ENERGY.losses(0, REFERENCE * minimumJoules);
  }

  /**
   * The area between a reference point and the curve, which no front's hypervolume exceeds. It
   * begins at the minimum energy, where tasks may be dropped at no energy.
   */
  public double hypervolume(Losses reference) {
    double utility = ObjectivePair.UTILITY_ENERGY.first().loss(reference.first());
    List<Double> bends = bends(reference.second(), utility);
    double area = 0;
    for (int i = 0; i + 1 < bends.size(); i++) {
      double from = bends.get(i);
      double to = bends.get(i + 1);
      double height = utility(from + (to - from) / 2) - utility;
      area += Math.max(0, height) * (to - from);
    }
    return area;
  }

  /** The energies between which the curve less the reference utility is a line. */
  private List<Double> bends(double mostJoules, double utility) {
    List<Double> bends = new ArrayList<>(List.of(leastJoules, mostJoules));
    for (PriceBound a : lines) {
      bends.add((utility - a.value()) / a.lambda());
      for (PriceBound b : lines) {
        bends.add((b.value() - a.value()) / (a.lambda() - b.lambda()));
      }
    }
    bends.removeIf(joules -> !(joules >= leastJoules && joules <= mostJoules));
    return bends.stream().distinct().sorted().toList();
  }
}
