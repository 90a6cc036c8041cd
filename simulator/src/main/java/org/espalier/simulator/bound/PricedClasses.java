package org.espalier.simulator.bound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.model.PetMatrix;

/**
 * Classes of tasks where machine time has a price. Each class runs where, and for as long as, its
 * chance less the price of its expected time is greatest, or not at all.
 */
final class PricedClasses {
  private final boolean[] hasTime;
  private final List<OfType> types = new ArrayList<>();

  /**
   * @param hasTime whether a machine type has any time; tasks cannot run on others
   */
  PricedClasses(PetMatrix pet, List<TaskClass> classes, boolean[] hasTime) {
    this.hasTime = hasTime.clone();
    Map<Integer, List<TaskClass>> byType = new TreeMap<>();
    classes.forEach(c -> byType.computeIfAbsent(c.type(), type -> new ArrayList<>()).add(c));
    byType.forEach((type, its) -> types.add(ofType(pet, type, its)));
  }

  /**
   * What some tasks do.
   *
   * @param onTime expected number of tasks on time
   * @param ticks expected machine time by machine type
   */
  record Choice(double onTime, double[] ticks) {
    /** What they bring less the price of their time. */
    double net(double[] prices) {
      double net = onTime;
      for (int j = 0; j < prices.length; j++) {
        net -= prices[j] * ticks[j];
      }
      return net;
    }

    /** Adds another one to this. */
    Choice plus(Choice other) {
      double[] sum = ticks.clone();
      for (int j = 0; j < sum.length; j++) {
        sum[j] += other.ticks[j];
      }
      return new Choice(onTime + other.onTime, sum);
    }
  }

  /** A curve of a machine type. */
  private record Cell(int machineType, ChanceCurve curve) {}

  /**
   * A task type.
   *
   * @param lengths of its classes, in order
   * @param counts of its classes
   */
  private record OfType(long[] lengths, double[] counts, List<Cell> cells) {}

  private OfType ofType(PetMatrix pet, int type, List<TaskClass> classes) {
    List<TaskClass> sorted =
        classes.stream().sorted(Comparator.comparingLong(TaskClass::length)).toList();
    List<Cell> cells = new ArrayList<>();
    for (int j = 0; j < pet.machineTypes(); j++) {
      for (int p = 0; hasTime[j] && pet.canRun(type, j) && p < pet.pStates(j); p++) {
        cells.add(new Cell(j, new ChanceCurve(pet.get(type, j, p))));
      }
    }
    return new OfType(
        sorted.stream().mapToLong(TaskClass::length).toArray(),
        sorted.stream().mapToDouble(TaskClass::count).toArray(),
        cells);
  }

  /** Number of task types. */
  int types() {
    return types.size();
  }

  /**
   * What the tasks of a type do.
   *
   * @param type index among the types that have tasks
   * @param prices of a tick by machine type, in tasks on time
   */
  Choice choice(int type, double[] prices) {
    OfType tasks = types.get(type);
    Best best = new Best(tasks.lengths.length);
    tasks.cells.forEach(cell -> best.consider(tasks.lengths, cell, prices[cell.machineType]));
    double onTime = 0;
    double[] ticks = new double[hasTime.length];
    for (int c = 0; c < tasks.counts.length; c++) {
      if (best.net[c] > 0) {
        onTime += tasks.counts[c] * best.chance[c];
        ticks[best.machineType[c]] += tasks.counts[c] * best.ticks[c];
      }
    }
    return new Choice(onTime, ticks);
  }

  /** The best point of each class of a type. */
  private static final class Best {
    private final double[] net;
    private final double[] chance;
    private final double[] ticks;
    private final int[] machineType;

    Best(int classes) {
      net = new double[classes];
      chance = new double[classes];
      ticks = new double[classes];
      machineType = new int[classes];
    }

    /** Goes along a curve; a class has the points up to its length. */
    void consider(long[] lengths, Cell cell, double price) {
      ChanceCurve curve = cell.curve;
      int found = -1;
      double most = 0;
      int point = 0;
      for (int c = 0; c < lengths.length; c++) {
        for (; point < curve.size() && curve.time(point) <= lengths[c]; point++) {
          double worth = curve.chance(point) - price * curve.ticks(point);
          if (worth > most) {
            most = worth;
            found = point;
          }
        }
        if (most > net[c]) {
          net[c] = most;
          chance[c] = curve.chance(found);
          ticks[c] = curve.ticks(found);
          machineType[c] = cell.machineType;
        }
      }
    }
  }
}
