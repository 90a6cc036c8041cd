package org.espalier.analysis.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The linear program for the least energy within a makespan, for all makespans at once. It divides
 * the tasks of each type between modes.
 *
 * <p>It is the dual simplex method with the makespan as a parameter. With time without end, each
 * type goes where it spends least; this basis needs no first phase. As the makespan falls, a basic
 * variable reaches 0 and leaves; what enters is what keeps all reduced costs positive. Where
 * nothing can enter, no division is that fast. The right-hand side is a line in the makespan, and
 * so every basis is the best one for a whole interval of makespans, and the least energy is a line
 * there. The line is computed anew from the prices of the machines' time, for which it is a bound
 * whatever has been rounded on the way.
 *
 * <p>The tableau is dense: a row for each task type and machine type, a column for each pair of
 * task type and mode and for the idle time of each machine type. After some steps that lead
 * nowhere, the lowest index decides (Bland's rule).
 */
final class DivisionSweep {
  private static final double TINY = 1e-9;
  private static final int STEPS_BEFORE_BLAND = 60;
  private static final int STEPS_PER_COLUMN = 200;

  private final Bag bag;
  private final double longestAllowed;
  private final double secondsUnit;
  private final double joulesUnit;
  private final int[] typeOfRow;
  private final int[] machineTypeOfRow;
  private final int[] cellOfColumn;
  private final int columns;
  private final double[][] rows;
  private final double[] costs;
  private final int[] basis;
  private final List<Division> divisions = new ArrayList<>();

  private DivisionSweep(Bag bag, double longestAllowed) {
    this.bag = bag;
    this.longestAllowed = longestAllowed;
    typeOfRow = positives(bag.tasks());
    machineTypeOfRow = positives(bag.machines());
    cellOfColumn = IntStream.range(0, bag.seconds().length).filter(this::isUsed).toArray();
    columns = cellOfColumn.length + machineTypeOfRow.length;
    rows = new double[typeOfRow.length + machineTypeOfRow.length][columns + 2];
    costs = new double[columns];
    basis = new int[rows.length];
    secondsUnit = largest(bag.seconds());
    joulesUnit = largest(bag.joules());
  }

  /**
   * The divisions by falling makespan, down to the smallest that is possible; empty if a type has
   * nowhere to go.
   *
   * @param longestAllowed no execution takes longer, seconds
   */
  static List<Division> of(Bag bag, double longestAllowed) {
    DivisionSweep sweep = new DivisionSweep(bag, longestAllowed);
    if (sweep.begin()) {
      sweep.run();
    }
    return List.copyOf(sweep.divisions);
  }

  private static int[] positives(int[] counts) {
    return IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
  }

  private boolean isUsed(int cell) {
    return bag.isUsed(cell) && bag.seconds()[cell] <= longestAllowed;
  }

  private double largest(double[] values) {
    double largest = IntStream.of(cellOfColumn).mapToDouble(cell -> values[cell]).max().orElse(0);
    return largest > 0 ? largest : 1;
  }

  /** The basis of least energy; whether every type has one. */
  private boolean begin() {
    int[] rowOfMachineType = new int[bag.machines().length];
    for (int j = 0; j < machineTypeOfRow.length; j++) {
      rowOfMachineType[machineTypeOfRow[j]] = typeOfRow.length + j;
    }
    for (int j = typeOfRow.length; j < rows.length; j++) {
      int idle = cellOfColumn.length + j - typeOfRow.length;
      basis[j] = idle;
      rows[j][idle] = 1;
      rows[j][columns + 1] = bag.machines()[machineTypeOfRow[j - typeOfRow.length]];
    }
    int column = 0;
    for (int i = 0; i < typeOfRow.length; i++) {
      int first = column;
      while (column < cellOfColumn.length && cellOfColumn[column] / bag.modes() == typeOfRow[i]) {
        column++;
      }
      if (first == column) {
        return false;
      }
      beginType(i, first, column, rowOfMachineType);
    }
    return true;
  }

  private void beginType(int row, int first, int end, int[] rowOfMachineType) {
    int best = first;
    for (int column = first; column < end; column++) {
      if (isCheaper(cellOfColumn[column], cellOfColumn[best])) {
        best = column;
      }
    }
    basis[row] = best;
    double bestSeconds = bag.seconds()[cellOfColumn[best]] / secondsUnit;
    double bestJoules = bag.joules()[cellOfColumn[best]] / joulesUnit;
    double[] loaded = rows[rowOfMachineType[machineTypeOf(best)]];
    for (int column = first; column < end; column++) {
      int cell = cellOfColumn[column];
      rows[row][column] = 1;
      rows[rowOfMachineType[machineTypeOf(column)]][column] += bag.seconds()[cell] / secondsUnit;
      loaded[column] -= bestSeconds;
      costs[column] = bag.joules()[cell] / joulesUnit - bestJoules;
    }
    loaded[best] = 0;
    costs[best] = 0;
    int tasks = bag.tasks()[typeOfRow[row]];
    rows[row][columns] = tasks;
    loaded[columns] -= bestSeconds * tasks;
  }

  private boolean isCheaper(int cell, int than) {
    int byJoules = Double.compare(bag.joules()[cell], bag.joules()[than]);
    return byJoules < 0 || (byJoules == 0 && bag.seconds()[cell] < bag.seconds()[than]);
  }

  private int machineTypeOf(int column) {
    return bag.machineTypes()[cellOfColumn[column] % bag.modes()];
  }

  private void run() {
    double makespan = Double.POSITIVE_INFINITY;
    int idleSteps = 0;
    int most = STEPS_PER_COLUMN * (columns + rows.length);
    for (int step = 0; step < most; step++) {
      boolean lowestIndex = idleSteps > STEPS_BEFORE_BLAND;
      int row = leaving(lowestIndex);
      double next = row < 0 ? 0 : Math.clamp(zero(row), 0, makespan);
      if (next < makespan) {
        add(next, makespan);
        idleSteps = 0;
      }
      idleSteps++;
      makespan = next;
      int column = row < 0 ? -1 : entering(row, lowestIndex);
      if (column < 0) {
        return;
      }
      pivot(row, column);
    }
    throw new IllegalStateException(
        "the linear program of %s rows and %s columns did not end after %s steps"
            .formatted(rows.length, columns, most));
  }

  /** The row that is the first to reach 0 as the makespan falls; negative if none does. */
  private int leaving(boolean lowestIndex) {
    int best = -1;
    double largest = 0;
    for (int row = 0; row < rows.length; row++) {
      if (rows[row][columns + 1] > TINY) {
        double zero = zero(row);
        boolean ties = best >= 0 && Math.abs(zero - largest) <= TINY * Math.abs(largest);
        boolean isFirst = (ties && lowestIndex) ? basis[row] < basis[best] : zero > largest;
        if (best < 0 || isFirst) {
          best = row;
          largest = zero;
        }
      }
    }
    return largest > 0 ? best : -1;
  }

  /** The makespan, in its unit, at which the basic variable of a row is 0. */
  private double zero(int row) {
    return -rows[row][columns] / rows[row][columns + 1];
  }

  /**
   * The column whose reduced cost would be the first to reach 0; negative if there is none. Of
   * several it is the one of the largest pivot, or of the lowest index.
   */
  private int entering(int row, boolean lowestIndex) {
    double[] pivots = rows[row];
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int column = 0; column < columns; column++) {
      if (pivots[column] < -TINY) {
        double ratio = costs[column] / -pivots[column];
        boolean ties = best >= 0 && Math.abs(ratio - least) <= TINY;
        boolean isBetter = (ties && !lowestIndex) ? pivots[column] < pivots[best] : ratio < least;
        if (best < 0 || isBetter) {
          best = column;
          least = ratio;
        }
      }
    }
    return best;
  }

  private void pivot(int row, int column) {
    double[] pivots = rows[row];
    double factor = 1 / pivots[column];
    for (int i = 0; i < pivots.length; i++) {
      pivots[i] *= factor;
    }
    pivots[column] = 1;
    for (int i = 0; i < rows.length; i++) {
      if (i != row && rows[i][column] != 0) {
        subtract(rows[i], rows[i][column], pivots, pivots.length);
        rows[i][column] = 0;
      }
    }
    subtract(costs, costs[column], pivots, columns);
    costs[column] = 0;
    for (int i = 0; i < columns; i++) {
      costs[i] = Math.max(0, costs[i]);
    }
    basis[row] = column;
  }

  private static void subtract(double[] from, double times, double[] row, int length) {
    for (int i = 0; i < length; i++) {
      from[i] -= times * row[i];
    }
  }

  /** The present basis, for makespans in their unit. */
  private void add(double from, double to) {
    double[] prices = new double[bag.machines().length];
    double slope = 0;
    for (int j = 0; j < machineTypeOfRow.length; j++) {
      int type = machineTypeOfRow[j];
      prices[type] = costs[cellOfColumn.length + j] * joulesUnit / secondsUnit;
      slope -= bag.machines()[type] * prices[type];
    }
    int[] cells = new int[rows.length];
    double[] tasks = new double[rows.length];
    double[] tasksPerSecond = new double[rows.length];
    double longest = 0;
    for (int row = 0; row < rows.length; row++) {
      cells[row] = basis[row] < cellOfColumn.length ? cellOfColumn[basis[row]] : -1;
      tasks[row] = rows[row][columns];
      tasksPerSecond[row] = rows[row][columns + 1] / secondsUnit;
      double middle = Double.isInfinite(to) ? from + 1 : (from + to) / 2;
      if (cells[row] >= 0 && tasks[row] + rows[row][columns + 1] * middle > TINY) {
        longest = Math.max(longest, bag.seconds()[cells[row]]);
      }
    }
    divisions.add(
        new Division(
            from * secondsUnit,
            to * secondsUnit,
            constant(prices),
            slope,
            cells,
            tasks,
            tasksPerSecond,
            prices,
            longest));
  }

  /** The energy of all tasks, each where it spends least with its time paid for. */
  private double constant(double[] prices) {
    double constant = 0;
    for (int type : typeOfRow) {
      double least = Double.POSITIVE_INFINITY;
      for (int mode = 0; mode < bag.modes(); mode++) {
        int cell = type * bag.modes() + mode;
        if (isUsed(cell)) {
          double price = prices[bag.machineTypes()[mode]];
          least = Math.min(least, bag.joules()[cell] + price * bag.seconds()[cell]);
        }
      }
      constant += least * bag.tasks()[type];
    }
    return constant;
  }
}
