package org.espalier.analysis.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.Arguments;

/**
 * The least energy that any allocation needs within a makespan. A linear program divides the tasks
 * of a type between machine types and P-states in fractions; arrivals do not matter. An execution
 * that alone takes longer than the makespan is cut off. No allocation that executes every task
 * spends less.
 *
 * <p>The least energy without the cut is convex in the makespan. With it, it falls where the
 * makespan reaches the time of an execution, and is convex between such times. Safe for several
 * threads.
 */
public final class MakespanEnergyBound {
  private static final double LATER_THAN_LAST = 1.1;
  private static final double ABOVE_MINIMUM = 1.5;
  private static final double NEARLY = 1e-11;

  private final Bag bag;
  private final BooleanSupplier stop;
  private final double[] times;
  private final List<Division> uncut;
  private final Map<Integer, List<Division>> cut = new ConcurrentHashMap<>();
  private final double smallestMakespan;
  private final double minimumJoules;
  private final double economicalMakespan;

  MakespanEnergyBound(Bag bag, BooleanSupplier stop) {
    this.bag = bag;
    this.stop = stop;
    times = times(bag);
    uncut = DivisionSweep.of(bag, Double.POSITIVE_INFINITY);
    Arguments.refuse(uncut.isEmpty(), "there are tasks of a type that no machine can run");
    minimumJoules = uncut.getFirst().constant();
    smallestMakespan = smallest(Double.POSITIVE_INFINITY);
    economicalMakespan = smallest(minimumJoules * (1 + NEARLY));
  }

  /**
   * The same, with little time.
   *
   * @param stop whether no execution is cut off any more, so that the bound is below what it could
   *     be
   */
  public static MakespanEnergyBound of(StaticProblem problem, BooleanSupplier stop) {
    Arguments.refuse(
        problem.mayDrop(),
        "tasks worth less than %s are dropped; a bound on energy by makespan needs a threshold of"
            + " 0",
        problem.utilityThreshold());
    return new MakespanEnergyBound(Bag.of(problem), stop);
  }

  private static double[] times(Bag bag) {
    return IntStream.range(0, bag.seconds().length)
        .filter(bag::isUsed)
        .mapToDouble(cell -> bag.seconds()[cell])
        .distinct()
        .sorted()
        .toArray();
  }

  /** The smallest makespan with the cut at which so much energy is enough. */
  private double smallest(double joules) {
    double least = smallest(uncut, joules);
    int low = timesWithin(least) - 1;
    int high = times.length - 1;
    if (low == high) {
      return least;
    }
    low = Math.max(0, low);
    while (low < high) {
      int middle = (low + high) / 2;
      if (smallest(divisions(middle), joules) < times[middle + 1]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return Math.max(times[low], smallest(divisions(low), joules));
  }

  private static double smallest(List<Division> divisions, double joules) {
    if (divisions.isEmpty() || divisions.getFirst().constant() > joules) {
      return Double.POSITIVE_INFINITY;
    }
    double smallest = divisions.getFirst().from();
    for (Division division : divisions) {
      if (division.joules(division.from()) <= joules) {
        smallest = division.from();
      }
    }
    return smallest;
  }

  /** How many of the times of executions are within a makespan. */
  private int timesWithin(double makespan) {
    int place = Arrays.binarySearch(times, makespan);
    return place >= 0 ? place + 1 : -place - 1;
  }

  /** The divisions without executions longer than one of the times. */
  private List<Division> divisions(int time) {
    return time >= times.length - 1 || (stop.getAsBoolean() && !cut.containsKey(time))
        ? uncut
        : cut.computeIfAbsent(time, t -> DivisionSweep.of(bag, times[t]));
  }

  /** Below it no allocation's makespan lies. */
  public double smallestMakespan() {
    return smallestMakespan;
  }

  /** The energy of executing every task where it spends least. */
  public double minimumJoules() {
    return minimumJoules;
  }

  /** The smallest makespan at which the minimum energy is enough. */
  public double economicalMakespan() {
    return economicalMakespan;
  }

  /** The least energy within a makespan; infinite if nothing is that fast. */
  public double joules(double makespan) {
    return find(divisionsAt(makespan), makespan)
        .map(division -> division.joules(makespan))
        .orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * The tasks of each type in each mode, in fractions, that spend least within a makespan.
   *
   * @return of task type i in mode m at {@code i modes + m}
   * @throws IllegalArgumentException if nothing is that fast
   */
  public double[] division(double makespan) {
    Division division = divisionAt(makespan);
    double[] tasks = new double[bag.seconds().length];
    for (int i = 0; i < division.cells().length; i++) {
      if (division.cells()[i] >= 0) {
        double more = Double.isInfinite(makespan) ? 0 : division.tasksPerSecond()[i] * makespan;
        tasks[division.cells()[i]] = Math.max(0, division.tasks()[i] + more);
      }
    }
    return tasks;
  }

  /**
   * What a second more of each machine type would spare within a makespan, watts.
   *
   * @throws IllegalArgumentException if nothing is that fast
   */
  public double[] prices(double makespan) {
    return divisionAt(makespan).prices().clone();
  }

  private Division divisionAt(double makespan) {
    return find(divisionsAt(makespan), makespan)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "a makespan of %s s; the smallest is %s s".formatted(makespan, smallestMakespan)));
  }

  /** With the cut only where it would cut something. */
  private List<Division> divisionsAt(double makespan) {
    Optional<Division> division = find(uncut, makespan);
    if (division.isPresent() && division.get().longest() <= makespan) {
      return uncut;
    }
    int time = timesWithin(makespan) - 1;
    return time < 0 ? List.of() : divisions(time);
  }

  private static Optional<Division> find(List<Division> divisions, double makespan) {
    return divisions.stream().filter(division -> division.from() <= makespan).findFirst();
  }

  /** Points at makespans of a constant ratio, from the smallest to the economical one. */
  public List<Losses> curve(int points) {
    List<Losses> curve = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      double share = i / (points - 1.0);
      double ratio = economicalMakespan / smallestMakespan;
      double makespan = share == 1 ? economicalMakespan : smallestMakespan * Math.pow(ratio, share);
      curve.add(ObjectivePair.MAKESPAN_ENERGY.losses(makespan, joules(makespan)));
    }
    return List.copyOf(curve);
  }

  /** A tenth above the economical makespan, and one and a half times the minimum energy. */
  public Losses reference() {
    return ObjectivePair.MAKESPAN_ENERGY.losses(
        LATER_THAN_LAST * economicalMakespan, ABOVE_MINIMUM * minimumJoules);
  }

  /** The area between the curve and a reference point, which no front's hypervolume exceeds. */
  public double hypervolume(Losses reference) {
    double[] bends = bends(reference.first());
    double area = 0;
    for (int i = 0; i + 1 < bends.length; i++) {
      double middle = bends[i] + (bends[i + 1] - bends[i]) / 2;
      double from = bends[i];
      double to = bends[i + 1];
      area +=
          find(divisionsAt(middle), middle)
              .map(division -> area(division, from, to, reference.second()))
              .orElse(0.0);
    }
    return area;
  }

  /** Where one division may take the place of another, from the smallest makespan on. */
  private double[] bends(double last) {
    DoubleStream.Builder bends = DoubleStream.builder();
    bends.add(smallestMakespan).add(last);
    uncut.forEach(division -> bends.add(division.from()).add(division.longest()));
    for (int time = 0; time + 1 < times.length; time++) {
      double until = Math.min(times[time + 1], last);
      if (until > smallestMakespan && isCut(times[time], until)) {
        bends.add(times[time]).add(until);
        divisions(time).forEach(division -> bends.add(division.from()));
      }
    }
    return bends
        .build()
        .filter(bend -> bend >= smallestMakespan && bend <= last)
        .distinct()
        .sorted()
        .toArray();
  }

  /** Whether there is a makespan between at which the cut matters. */
  private boolean isCut(double from, double to) {
    return uncut.stream()
        .anyMatch(
            division -> division.longest() > from && division.from() < to && division.to() > from);
  }

  /** Below a limit and above a line, between two makespans. */
  private static double area(Division division, double from, double to, double limit) {
    double start = limit - division.joules(from);
    double end = limit - division.joules(to);
    if (end <= 0) {
      return 0;
    }
    double width = start >= 0 ? to - from : (to - from) * end / (end - start);
    return width * (Math.max(0, start) + end) / 2;
  }
}
