package org.espalier.simulator.bound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;

/**
 * Classes of tasks where machine time has a price. Each class runs where, and for as long as, its
 * worth times its chance less the price of its expected time is greatest, or not at all.
 */
final class PricedClasses {
  private final boolean[] hasTime;
  private final List<OfKind> kinds = new ArrayList<>();

  /**
   * @param versions what the tasks of each type may be served as
   * @param hasTime whether a machine type has any time; tasks cannot run on others
   */
  PricedClasses(
      PetMatrix pet,
      List<TaskClass> classes,
      IntFunction<List<Version>> versions,
      boolean[] hasTime) {
    this.hasTime = hasTime.clone();
    Map<Kind, List<TaskClass>> byKind =
        new TreeMap<>(Comparator.comparingInt(Kind::type).thenComparingDouble(Kind::worth));
    classes.forEach(
        c -> byKind.computeIfAbsent(new Kind(c.type(), c.worth()), _ -> new ArrayList<>()).add(c));
    byKind.forEach((kind, its) -> kinds.add(ofKind(pet, kind, versions.apply(kind.type), its)));
  }

  /**
   * What some tasks do.
   *
   * @param worth expected worth of the tasks on time
   * @param onTime expected number of tasks on time by task type
   * @param ticks expected machine time by machine type
   */
  record Choice(double worth, double[] onTime, double[] ticks) {
    /** What they bring, with what is paid for each on time, less the price of their time. */
    double net(double[] paid, double[] prices) {
      double net = worth;
      for (int i = 0; i < paid.length; i++) {
        net += paid[i] * onTime[i];
      }
      for (int j = 0; j < prices.length; j++) {
        net -= prices[j] * ticks[j];
      }
      return net;
    }

    /** Adds another one to this. */
    Choice plus(Choice other) {
      return new Choice(worth + other.worth, sum(onTime, other.onTime), sum(ticks, other.ticks));
    }

    private static double[] sum(double[] one, double[] other) {
      double[] sum = one.clone();
      for (int j = 0; j < sum.length; j++) {
        sum[j] += other[j];
      }
      return sum;
    }
  }

  /** A curve of a version, which has a share of the worth, on a machine type. */
  private record Cell(int machineType, double share, Point[] curve) {}

  /**
   * What a task brings and takes if it runs for some time and is then stopped. A curve has only
   * those times at which it may finish, in order; to stop it between two of them takes more time
   * and brings no more than at the earlier one.
   *
   * @param time the time w, in ticks
   * @param chance the chance that it has finished, F(w) = P(X &lt;= w)
   * @param ticks the expected time of the machine, G(w) = E[min(X, w)]
   */
  private record Point(long time, double chance, double ticks) {}

  private static Point[] curve(Pmf time) {
    return IntStream.range(0, time.size())
        .filter(i -> time.mass(i) > 0)
        .mapToLong(time::time)
        .mapToObj(at -> new Point(at, time.cumulative(at), at - time.shortfall(at)))
        .toArray(Point[]::new);
  }

  /** Tasks of a type that are worth the same. */
  private record Kind(int type, double worth) {}

  /**
   * The classes of a kind.
   *
   * @param lengths in order
   */
  private record OfKind(Kind kind, long[] lengths, double[] counts, List<Cell> cells) {}

  private OfKind ofKind(PetMatrix pet, Kind kind, List<Version> versions, List<TaskClass> classes) {
    List<TaskClass> sorted =
        classes.stream().sorted(Comparator.comparingLong(TaskClass::length)).toList();
    List<Cell> cells = new ArrayList<>();
    for (Version version : versions) {
      int type = version.type();
      for (int j = 0; j < pet.machineTypes(); j++) {
        for (int p = 0; hasTime[j] && pet.canRun(type, j) && p < pet.pStates(j); p++) {
          cells.add(new Cell(j, version.share(), curve(pet.get(type, j, p))));
        }
      }
    }
    return new OfKind(
        kind,
        sorted.stream().mapToLong(TaskClass::length).toArray(),
        sorted.stream().mapToDouble(TaskClass::count).toArray(),
        cells);
  }

  /** How many kinds of tasks there are: a type has one for each worth. */
  int kinds() {
    return kinds.size();
  }

  /**
   * What the tasks of a kind do.
   *
   * @param paid beyond its worth for a task on time, by task type
   * @param prices of a tick by machine type
   */
  Choice choice(int number, double[] paid, double[] prices) {
    OfKind tasks = kinds.get(number);
    int type = tasks.kind.type;
    Best best = new Best(tasks.lengths.length);
    tasks.cells.forEach(cell ->
        best.consider(
            tasks.lengths,
            cell,
            cell.share * tasks.kind.worth + paid[type],
            prices[cell.machineType]));
    double worth = 0;
    double[] onTime = new double[paid.length];
    double[] ticks = new double[hasTime.length];
    for (int c = 0; c < tasks.counts.length; c++) {
      if (best.net[c] > 0) {
        onTime[type] += tasks.counts[c] * best.chance[c];
        worth += tasks.counts[c] * best.chance[c] * best.share[c];
        ticks[best.machineType[c]] += tasks.counts[c] * best.ticks[c];
      }
    }
    return new Choice(tasks.kind.worth * worth, onTime, ticks);
  }

  /** The best point of each class of a kind. */
  private static final class Best {
    private final double[] net;
    private final double[] chance;
    private final double[] ticks;
    private final int[] machineType;
    private final double[] share;

    Best(int classes) {
      share = new double[classes];
      net = new double[classes];
      chance = new double[classes];
      ticks = new double[classes];
      machineType = new int[classes];
    }

    /**
     * Goes along a curve, where success is worth so much; a class has the points up to its length.
     */
    void consider(long[] lengths, Cell cell, double success, double price) {
      Point[] curve = cell.curve;
      int found = -1;
      double most = 0;
      int point = 0;
      for (int c = 0; c < lengths.length; c++) {
        for (; point < curve.length && curve[point].time <= lengths[c]; point++) {
          double worth = success * curve[point].chance - price * curve[point].ticks;
          if (worth > most) {
            most = worth;
            found = point;
          }
        }
        if (most > net[c]) {
          net[c] = most;
          chance[c] = curve[found].chance;
          ticks[c] = curve[found].ticks;
          machineType[c] = cell.machineType;
          share[c] = cell.share;
        }
      }
    }
  }
}
