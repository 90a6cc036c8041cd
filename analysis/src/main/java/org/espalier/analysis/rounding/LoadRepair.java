package org.espalier.analysis.rounding;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Moves of single tasks, and exchanges of two, between machines, that bring all machines within a
 * time limit and lower the energy.
 *
 * <p>A step is judged by the energy that it adds and, times a price, by the time beyond the limit.
 * A task that moves takes the P-state of least energy with its time paid for.
 */
final class LoadRepair {
  private static final double TINY = 1e-9;
  private static final int NONE = -1;

  private final StaticProblem problem;
  private final MachineLoads loads;
  private final int[] firstMode;
  private final int machineTypes;
  private final int[] machineTypeOf;

  /** The cell that an exchanged task of a type gets on a machine type, or none. */
  private final int[] cellOn;

  private double limit;
  private double overPrice;
  private double bestChange;
  private int bestCell;
  private int bestMachine;
  private int bestArrival;
  private int bestReturn;
  private int bestReturnArrival;

  LoadRepair(StaticProblem problem, MachineLoads loads) {
    this.problem = problem;
    this.loads = loads;
    machineTypes = problem.machineTypes();
    firstMode = new int[machineTypes + 1];
    Arrays.setAll(firstMode, type -> type < machineTypes ? problem.firstMode(type) : loads.modes());
    machineTypeOf = IntStream.range(0, problem.machines()).map(problem::machineTypeOf).toArray();
    cellOn = new int[problem.taskTypes() * machineTypes];
  }

  /**
   * Sets what steps are judged by.
   *
   * @param prices joules by second of a machine of each type
   * @param over joules by second beyond the limit
   */
  void judge(double timeLimit, double[] prices, double over) {
    limit = timeLimit;
    overPrice = over;
    Arrays.fill(cellOn, NONE);
    for (int type = 0; type < problem.taskTypes(); type++) {
      for (int mode = 0; mode < problem.modes(); mode++) {
        int machineType = problem.machineTypeOfMode(mode);
        int place = type * machineTypes + machineType;
        int cell = type * loads.modes() + mode;
        if (problem.canRun(type, mode) && isCheaper(cell, cellOn[place], prices[machineType])) {
          cellOn[place] = cell;
        }
      }
    }
  }

  private boolean isCheaper(int cell, int than, double price) {
    return than == NONE || paid(cell, price) < paid(than, price);
  }

  private double paid(int cell, double price) {
    return loads.joules()[cell] + price * loads.seconds()[cell];
  }

  /** Takes the best step off a machine; whether there was one. */
  boolean step(int machine) {
    bestChange = -TINY * Math.max(1, loads.totalJoules());
    bestCell = NONE;
    for (int i = 0; i < loads.presentSize(machine); i++) {
      look(machine, loads.present(machine)[i]);
    }
    if (bestCell == NONE) {
      return false;
    }
    loads.remove(machine, bestCell);
    loads.add(bestMachine, bestArrival);
    if (bestReturn != NONE) {
      loads.remove(bestMachine, bestReturn);
      loads.add(machine, bestReturnArrival);
    }
    return true;
  }

  private void look(int from, int cell) {
    int type = cell / loads.modes();
    double left = loads.load(from) - loads.seconds()[cell];
    double before = over(loads.load(from));
    for (int to = 0; to < loads.machines(); to++) {
      int machineType = machineTypeOf[to];
      double start = to == from ? left : loads.load(to);
      double base = to == from ? before : before + over(start);
      for (int mode = firstMode[machineType]; mode < firstMode[machineType + 1]; mode++) {
        int arrival = type * loads.modes() + mode;
        if (loads.seconds()[arrival] < Double.POSITIVE_INFINITY) {
          lookAtMove(cell, to, arrival, start, to == from ? 0 : over(left), base);
        }
      }
      int arrival = cellOn[type * machineTypes + machineType];
      if (to != from && arrival != NONE) {
        lookAtExchanges(from, cell, to, arrival, left, base);
      }
    }
  }

  private void lookAtMove(
      int cell, int to, int arrival, double start, double overThere, double base) {
    double change = loads.joules()[arrival] - loads.joules()[cell];
    double overs = overThere + over(start + loads.seconds()[arrival]) - base;
    offer(change + overPrice * overs, cell, to, arrival, NONE, NONE);
  }

  private void lookAtExchanges(int from, int cell, int to, int arrival, double left, double base) {
    double[] seconds = loads.seconds();
    double[] joules = loads.joules();
    double there = loads.load(to) + seconds[arrival];
    double change = joules[arrival] - joules[cell];
    int type = machineTypeOf[from];
    int[] present = loads.present(to);
    int size = loads.presentSize(to);
    for (int i = 0; i < size; i++) {
      int back = present[i];
      int backArrival = cellOn[back / loads.modes() * machineTypes + type];
      if (backArrival != NONE) {
        double overs = over(left + seconds[backArrival]) + over(there - seconds[back]) - base;
        double sum = change + joules[backArrival] - joules[back] + overPrice * overs;
        offer(sum, cell, to, arrival, back, backArrival);
      }
    }
  }

  private double over(double load) {
    return Math.max(0, load - limit);
  }

  private void offer(double change, int cell, int to, int arrival, int back, int backArrival) {
    if (change < bestChange) {
      bestChange = change;
      bestCell = cell;
      bestMachine = to;
      bestArrival = arrival;
      bestReturn = back;
      bestReturnArrival = backArrival;
    }
  }
}
