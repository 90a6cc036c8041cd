package org.espalier.analysis.bound;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityPieces;
import org.espalier.core.bound.PriceDescent;
import org.espalier.core.bound.TimeMarket;

/**
 * The tasks of a problem, each of which takes the best mode and start for itself at given prices of
 * the machines' time.
 *
 * <p>Where an execution lies best is decided among few places: at the task's arrival, where start
 * or completion meets the border of a slot, and where the completion meets the end of a piece of
 * the utility function, since between these what is left of the utility is convex in the start.
 *
 * <p>A search makes the bound of a weight low. The bound is convex in the prices; the machines'
 * time that nobody takes in a slot, less what is taken too often, is a subgradient. Prices move by
 * {@link PriceDescent}, by steps that shrink at a constant ratio. The result depends on the number
 * of steps only. Not for several threads at once.
 */
final class PricedTasks implements TimeMarket.Tasks {
  private static final double LAST_STEP = 0.0025;

  private final StaticProblem problem;
  private final double width;
  private final int slots;
  private final int[][] modes;
  private final double[] shortest;

  /** What an execution pays for energy, by task type and choice. */
  private final double[][] energies;

  /** The limit from the left of a task's utility at the slot borders, by task and border. */
  private final double[] atBorder;

  private final TimeMarket market;

  /**
   * The tasks of a problem.
   *
   * @param width of the slots in seconds, above 0
   * @param slots how many of them have prices, at least 1
   */
  PricedTasks(StaticProblem problem, double width, int slots) {
    this.problem = problem;
    this.width = width;
    this.slots = slots;
    double[] machines = new double[problem.machineTypes()];
    for (int machine = 0; machine < problem.machines(); machine++) {
      machines[problem.machineTypeOf(machine)]++;
    }
    modes = new int[problem.taskTypes()][];
    shortest = new double[modes.length];
    energies = new double[modes.length][];
    for (int i = 0; i < modes.length; i++) {
      int type = i;
      modes[i] =
          IntStream.range(0, problem.modes())
              .filter(mode -> problem.canRun(type, mode))
              .filter(mode -> machines[problem.machineTypeOfMode(mode)] > 0)
              .toArray();
      energies[i] = new double[modes[i].length];
      shortest[i] =
          IntStream.of(modes[i]).mapToDouble(m -> problem.seconds(type, m)).min().orElse(0);
    }
    atBorder = new double[problem.tasks() * (slots + 1)];
    for (int task = 0; task < problem.tasks(); task++) {
      for (int k = 0; k <= slots; k++) {
        double time = k * width;
        atBorder[task * (slots + 1) + k] =
            time > problem.latestCompletion(task)
                ? Double.NEGATIVE_INFINITY
                : problem.utility(task).before(time - problem.arrival(task));
      }
    }
    market = new TimeMarket(this, machines, width, slots);
  }

  /** Prices of 0, from which a first search may start. */
  double[][] free() {
    return new double[problem.machineTypes()][slots];
  }

  /**
   * The best bound met on the way from some prices.
   *
   * @param lambda the weight of energy, utility per joule
   * @param start by machine type and slot
   * @param firstStep of the prices, in the utility that the tasks can earn per second; 0.5 from
   *     free prices, less from those of a weight nearby
   * @param steps how many steps there are
   * @param stop asked before each step; the first bound is found in any case
   */
  PriceBound from(
      double lambda, double[][] start, double firstStep, int steps, BooleanSupplier stop) {
    market.set(start);
    PriceDescent descent = market.descent();
    double[][] best = start;
    double least = value(lambda);
    double step = firstStep * utilityPerSecond();
    double ratio = Math.pow(Math.min(1, LAST_STEP / firstStep), 1.0 / Math.max(1, steps));
    for (int i = 1; i <= steps && !stop.getAsBoolean(); i++) {
      descent.begin(i);
      market.move(descent, step);
      double value = value(lambda);
      if (value < least) {
        least = value;
        best = market.prices();
      }
      step *= ratio;
    }
    return at(lambda, best);
  }

  /**
   * The bound at some prices, none of which is negative.
   *
   * @param weight of energy, which is not negative
   * @param perSecond by machine type and slot
   */
  PriceBound at(double weight, double[][] perSecond) {
    market.set(perSecond);
    double value = value(weight);
    return new PriceBound(weight, value, perSecond, market.values());
  }

  /** The value of the bound at the prices of the market. */
  double value(double weight) {
    for (int i = 0; i < modes.length; i++) {
      int type = i;
      Arrays.setAll(energies[i], c -> weight * problem.joules(type, modes[type][c]));
    }
    return market.value();
  }

  /** What the tasks could earn at most by the time that they take on average. */
  private double utilityPerSecond() {
    double seconds = 0;
    double[] means = new double[problem.taskTypes()];
    for (int type = 0; type < means.length; type++) {
      int taskType = type;
      means[type] =
          Arrays.stream(problem.placementsFor(type))
              .mapToDouble(p -> problem.seconds(taskType, problem.modeOf(p)))
              .average()
              .orElse(0);
    }
    for (int task = 0; task < problem.tasks(); task++) {
      seconds += means[problem.type(task)];
    }
    double utility = problem.greatestUtility();
    return utility > 0 && seconds > 0 ? utility / seconds : 1;
  }

  @Override
  public int[] types() {
    return IntStream.range(0, problem.tasks()).map(problem::type).toArray();
  }

  @Override
  public int[] machineTypes(int type) {
    return IntStream.of(modes[type]).map(problem::machineTypeOfMode).toArray();
  }

  @Override
  public double shortest(int type, int choice) {
    return problem.seconds(type, modes[type][choice]);
  }

  @Override
  public double length(int task, int choice) {
    return shortest(problem.type(task), choice);
  }

  @Override
  public double least() {
    return problem.mayDrop() ? 0 : Double.NEGATIVE_INFINITY;
  }

  @Override
  public int firstSlot(int task) {
    return (int) Math.min(slots, (problem.arrival(task) + shortest[problem.type(task)]) / width);
  }

  @Override
  public double most(int task, int slot) {
    return slot * width <= problem.arrival(task) + shortest[problem.type(task)]
        ? problem.utility(task).of(shortest[problem.type(task)])
        : atBorder[task * (slots + 1) + slot];
  }

  @Override
  public double energy(int task, int choice, double start) {
    return energies[problem.type(task)][choice];
  }

  @Override
  public double leastEnergy(int type, int choice, double start) {
    return energies[type][choice];
  }

  @Override
  public void look(int task, int choice, int slot) {
    UtilityPieces utility = problem.utility(task);
    double arrival = problem.arrival(task);
    double latest = problem.latestCompletion(task);
    double seconds = length(task, choice);
    if (slot == slots || (int) ((arrival + seconds) / width) == slot) {
      if (arrival + seconds <= latest) {
        market.offer(task, choice, arrival, utility.of(seconds));
      }
    }
    double border = slot * width;
    if (border - seconds > arrival && border <= latest) {
      market.offer(task, choice, border - seconds, atBorder[task * (slots + 1) + slot]);
    }
    int whole = (int) Math.min(slots + 1.0, Math.floor(seconds / width));
    int to = slot == slots ? slots : slot - whole;
    for (int from = Math.max(0, slot - whole); from <= to; from++) {
      double start = from * width;
      if (start > arrival && start + seconds <= latest) {
        market.offer(task, choice, start, utility.before(start + seconds - arrival));
      }
    }
    double end = slot == slots ? Double.POSITIVE_INFINITY : border + width;
    List<UtilityPieces.Piece> pieces = utility.pieces();
    for (int i = 1; i < pieces.size(); i++) {
      double since = pieces.get(i).start();
      double completion = arrival + since;
      if (completion >= border && completion <= end && completion <= latest && since > seconds) {
        market.offer(task, choice, completion - seconds, utility.before(since));
      }
    }
    if (latest >= border && latest <= end && latest - seconds > arrival && latest < end) {
      market.offer(task, choice, latest - seconds, utility.of(latest - arrival));
    }
  }
}
