package org.espalier.analysis.bound;

import java.util.Arrays;
import java.util.List;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityPieces;

/**
 * The tasks of a problem, each of which takes the best mode and start for itself at given prices of
 * the machines' time.
 *
 * <p>Where an execution lies best is decided among few places: at the task's arrival, where start
 * or completion meets the border of a slot, and where the completion meets the end of a piece of
 * the utility function, since between these what is left of the utility is convex in the start. Of
 * all executions of a task type that complete in the same slot the cheapest is found once; most
 * slots of most tasks are passed over because not even that one would be better than the best so
 * far. What a task chose last is tried first.
 */
final class PricedTasks {
  private static final int NONE = -1;

  private final StaticProblem problem;
  private final double width;
  private final int slots;
  private final int modes;
  private final int[] machinesOfType;
  private final int[][] modesOfType;
  private final double[] shortest;

  /** The limit from the left of a task's utility at the slot borders, by task and border. */
  private final double[] atBorder;

  private final double[][] worth;
  private final double[][] spent;
  private final double[] pay;
  private final double[] modePays;
  private final double[] cheapest;
  private final double[] cheapestFrom;
  private double[] energies;

  private final int[] chosenMode;
  private final double[] chosenStart;
  private final double[] chosenUtility;
  private final double[] values;

  private double bestValue;
  private int bestMode;
  private double bestStart;
  private double bestUtility;

  /** The tasks of a problem and slots of a width in seconds from 0 on. */
  PricedTasks(StaticProblem problem, double width, int slots) {
    this.problem = problem;
    this.width = width;
    this.slots = slots;
    modes = problem.modes();
    machinesOfType = new int[problem.machineTypes()];
    for (int machine = 0; machine < problem.machines(); machine++) {
      machinesOfType[problem.machineTypeOf(machine)]++;
    }
    modesOfType = new int[problem.taskTypes()][];
    shortest = new double[problem.taskTypes()];
    for (int type = 0; type < modesOfType.length; type++) {
      modesOfType[type] = modesThatRun(type);
      int taskType = type;
      shortest[type] =
          Arrays.stream(modesOfType[type])
              .mapToDouble(mode -> problem.seconds(taskType, mode))
              .min()
              .orElse(0);
    }
    int tasks = problem.tasks();
    atBorder = new double[tasks * (slots + 1)];
    fillBorders();
    worth = new double[problem.machineTypes()][slots + 1];
    spent = new double[problem.machineTypes()][slots];
    pay = new double[problem.taskTypes() * modes * (slots + 1)];
    modePays = new double[slots + 1];
    cheapest = new double[problem.taskTypes() * (slots + 1)];
    cheapestFrom = new double[cheapest.length];
    energies = new double[0];
    chosenMode = new int[tasks];
    Arrays.fill(chosenMode, NONE);
    chosenStart = new double[tasks];
    chosenUtility = new double[tasks];
    values = new double[tasks];
  }

  private int[] modesThatRun(int type) {
    int[] found = new int[modes];
    int count = 0;
    for (int mode = 0; mode < modes; mode++) {
      if (problem.canRun(type, mode) && machinesOfType[problem.machineTypeOfMode(mode)] > 0) {
        found[count++] = mode;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private void fillBorders() {
    for (int task = 0; task < problem.tasks(); task++) {
      UtilityPieces utility = problem.utility(task);
      for (int k = 0; k <= slots; k++) {
        double time = k * width;
        atBorder[task * (slots + 1) + k] =
            time > problem.latestCompletion(task)
                ? Double.NEGATIVE_INFINITY
                : utility.before(time - problem.arrival(task));
      }
    }
  }

  int machines(int machineType) {
    return machinesOfType[machineType];
  }

  /** The seconds of a slot that the tasks took, by machine type and slot, at the last prices. */
  double[][] taken() {
    return spent;
  }

  /**
   * The bound at some prices, none of which is negative.
   *
   * @param lambda the weight of energy, which is not negative
   * @param perSecond by machine type and slot
   */
  PriceBound at(double lambda, double[][] perSecond) {
    double value = value(lambda, perSecond);
    return new PriceBound(lambda, value, perSecond, values.clone());
  }

  /** The value of the bound; what the tasks took is in {@link #taken()}. */
  double value(double lambda, double[][] perSecond) {
    double total = 0;
    for (int type = 0; type < perSecond.length; type++) {
      Arrays.fill(spent[type], 0);
      for (int k = 0; k < slots; k++) {
        worth[type][k + 1] = worth[type][k] + perSecond[type][k] * width;
      }
      total += worth[type][slots] * machinesOfType[type];
    }
    fillPays(lambda);
    for (int task = 0; task < values.length; task++) {
      choose(task);
      total += values[task];
    }
    return total;
  }

  private void fillPays(double lambda) {
    energies = new double[modesOfType.length * modes];
    for (int type = 0; type < modesOfType.length; type++) {
      int row = type * (slots + 1);
      Arrays.fill(cheapest, row, row + slots + 1, Double.POSITIVE_INFINITY);
      for (int mode : modesOfType[type]) {
        energies[type * modes + mode] = lambda * problem.joules(type, mode);
        fillPays(type, mode, row);
      }
      double least = Double.POSITIVE_INFINITY;
      for (int k = slots; k >= 0; k--) {
        least = Math.min(least, cheapest[row + k]);
        cheapestFrom[row + k] = least;
      }
    }
  }

  /**
   * The least that executions pay which complete in each slot, and after the last one. What they
   * pay is a line in the start between those that start or complete at a border.
   */
  private void fillPays(int type, int mode, int row) {
    double[] sum = worth[problem.machineTypeOfMode(mode)];
    double energy = energies[type * modes + mode];
    int whole = (int) Math.min(slots, Math.floor(problem.seconds(type, mode) / width));
    double rest = problem.seconds(type, mode) / width - whole;
    Arrays.fill(modePays, 0, whole, Double.POSITIVE_INFINITY);
    for (int k = whole; k < slots; k++) {
      int back = k - whole;
      double starting = sum[k] + rest * (sum[k + 1] - sum[k]) - sum[back];
      double ending = sum[k + 1] - sum[back] - (1 - rest) * (sum[back + 1] - sum[back]);
      modePays[k] = energy + Math.min(starting, ending);
    }
    for (int k = slots - 1; k > whole; k--) {
      int back = k - 1 - whole;
      double ending = sum[k] - sum[back] - (1 - rest) * (sum[back + 1] - sum[back]);
      modePays[k] = Math.min(modePays[k], energy + ending);
    }
    modePays[slots] = energy;
    for (int k = 0; k <= slots; k++) {
      pay[(row + k) * modes + mode] = modePays[k];
      cheapest[row + k] = Math.min(cheapest[row + k], modePays[k]);
    }
  }

  private double worthUntil(double[] sum, double time) {
    double slot = time / width;
    if (slot >= slots) {
      return sum[slots];
    }
    int k = (int) slot;
    return sum[k] + (slot - k) * (sum[k + 1] - sum[k]);
  }

  private void choose(int task) {
    int type = problem.type(task);
    double arrival = problem.arrival(task);
    bestValue = problem.mayDrop() ? 0 : Double.NEGATIVE_INFINITY;
    bestMode = NONE;
    if (chosenMode[task] != NONE) {
      offer(type, chosenMode[task], chosenStart[task], chosenUtility[task]);
    }
    UtilityPieces utility = problem.utility(task);
    int row = type * (slots + 1);
    int borders = task * (slots + 1);
    double soonest = arrival + shortest[type];
    int k = (int) Math.min(slots, soonest / width);
    double most = utility.of(shortest[type]);
    while (k <= slots && most - cheapestFrom[row + k] > bestValue) {
      if (most - cheapest[row + k] > bestValue) {
        look(task, k, most);
      }
      k++;
      most = k <= slots ? atBorder[borders + k] : most;
    }
    values[task] = bestValue;
    chosenMode[task] = bestMode;
    chosenStart[task] = bestStart;
    chosenUtility[task] = bestUtility;
    if (bestMode != NONE) {
      take(problem.machineTypeOfMode(bestMode), bestStart, problem.seconds(type, bestMode));
    }
  }

  /** Looks at the executions that complete in a slot. */
  private void look(int task, int k, double most) {
    int type = problem.type(task);
    int row = (type * (slots + 1) + k) * modes;
    for (int mode : modesOfType[type]) {
      if (most - pay[row + mode] > bestValue) {
        look(task, type, mode, k);
      }
    }
  }

  private void look(int task, int type, int mode, int k) {
    UtilityPieces utility = problem.utility(task);
    double arrival = problem.arrival(task);
    double latest = problem.latestCompletion(task);
    double seconds = problem.seconds(type, mode);
    if (k == slots || (int) ((arrival + seconds) / width) == k) {
      if (arrival + seconds <= latest) {
        offer(type, mode, arrival, utility.of(seconds));
      }
    }
    double border = k * width;
    if (border - seconds > arrival && border <= latest) {
      offer(type, mode, border - seconds, atBorder[task * (slots + 1) + k]);
    }
    int whole = (int) Math.min(slots + 1.0, Math.floor(seconds / width));
    int to = k == slots ? slots : k - whole;
    for (int from = Math.max(0, k - whole); from <= to; from++) {
      double start = from * width;
      if (start > arrival && start + seconds <= latest) {
        offer(type, mode, start, utility.before(start + seconds - arrival));
      }
    }
    double end = k == slots ? Double.POSITIVE_INFINITY : border + width;
    List<UtilityPieces.Piece> pieces = utility.pieces();
    for (int i = 1; i < pieces.size(); i++) {
      double since = pieces.get(i).start();
      double completion = arrival + since;
      if (completion >= border && completion <= end && completion <= latest && since > seconds) {
        offer(type, mode, completion - seconds, utility.before(since));
      }
    }
    if (latest >= border && latest <= end && latest - seconds > arrival && latest < end) {
      offer(type, mode, latest - seconds, utility.of(latest - arrival));
    }
  }

  private void offer(int type, int mode, double start, double utility) {
    double[] sum = worth[problem.machineTypeOfMode(mode)];
    double seconds = problem.seconds(type, mode);
    double cost = worthUntil(sum, start + seconds) - worthUntil(sum, start);
    double value = utility - energies[type * modes + mode] - cost;
    if (value > bestValue) {
      bestValue = value;
      bestMode = mode;
      bestStart = start;
      bestUtility = utility;
    }
  }

  private void take(int machineType, double start, double seconds) {
    double[] row = spent[machineType];
    double end = start + seconds;
    for (int k = (int) (start / width); k < slots && k * width < end; k++) {
      row[k] += Math.min(end, (k + 1) * width) - Math.max(start, k * width);
    }
  }
}
