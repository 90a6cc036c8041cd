package org.espalier.simulator.column;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Fate;
import org.espalier.core.energy.EnergyUse;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.simulator.engine.TrialOutcome;

/**
 * The outcome of a trial with its counted tasks: all but the first and last that left the system,
 * which found it filling up or running empty (JOURNAL 8.2).
 */
public final class CountedTrial {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final List<Fate> REACTIVE =
      List.of(Fate.EXPIRED_IN_BATCH, Fate.EXPIRED_IN_QUEUE, Fate.EVICTED);
  private static final List<Fate> PROACTIVE =
      List.of(Fate.DROPPED_PENDING, Fate.DROPPED_RUNNING, Fate.DROPPED_PROACTIVELY, Fate.DISCARDED);

  private final TrialOutcome outcome;
  private final HcSystem system;
  private final List<Departure> counted;
  private final int[] byFate = new int[Fate.values().length];

  public CountedTrial(TrialOutcome outcome, HcSystem system, LeftOut leftOut) {
    this.outcome = outcome;
    this.system = system;
    this.counted = leftOut.counted(outcome.departures());
    counted.forEach(departure -> byFate[departure.fate().ordinal()]++);
  }

  /** Number of counted tasks. */
  int count() {
    return counted.size();
  }

  /** Number of counted tasks that were not on time. */
  int misses() {
    return counted.size() - byFate[Fate.ON_TIME.ordinal()];
  }

  /** Percentage of the counted tasks that have the fate; NaN if none is counted. */
  double share(Fate fate) {
    return percent(byFate[fate.ordinal()], counted.size());
  }

  /** Percentage of the counted tasks that were dropped because their deadline had passed. */
  double reactive() {
    return percent(count(REACTIVE), counted.size());
  }

  /** Percentage of the counted tasks that were dropped before their deadline. */
  double proactive() {
    return percent(count(PROACTIVE), counted.size());
  }

  /** Percentage of the counted drops that were reactive; NaN if nothing was dropped. */
  double reactiveOfDrops() {
    return percent(count(REACTIVE), count(REACTIVE) + count(PROACTIVE));
  }

  /** Percentage of the counted drops that were proactive; NaN if nothing was dropped. */
  double proactiveOfDrops() {
    return percent(count(PROACTIVE), count(REACTIVE) + count(PROACTIVE));
  }

  private int count(List<Fate> fates) {
    return fates.stream().mapToInt(fate -> byFate[fate.ordinal()]).sum();
  }

  /**
   * Standard deviation, over the task types that have counted tasks, of their on-time percentages.
   */
  double onTimeDeviation() {
    double[] shares = onTimeByType().stream().mapToDouble(d -> d).filter(d -> d >= 0).toArray();
    double mean = Arrays.stream(shares).average().orElse(Double.NaN);
    return Math.sqrt(
        Arrays.stream(shares).map(share -> Math.pow(share - mean, 2)).average().orElse(Double.NaN));
  }

  /** On-time percentage of each task type; NaN for those of which no task is counted. */
  List<Double> onTimeByType() {
    int types = system.taskTypes().size();
    int[] all = new int[types];
    int[] onTime = new int[types];
    for (Departure departure : counted) {
      int type = departure.task().type();
      all[type]++;
      onTime[type] += departure.fate() == Fate.ON_TIME ? 1 : 0;
    }
    return IntStream.range(0, types).mapToObj(type -> percent(onTime[type], all[type])).toList();
  }

  /** Percentage of the machines' time, until the last task left, in which they executed. */
  double machineUse() {
    return percent(busyTicks(), (double) outcome.endTime() * system.machines().size());
  }

  /** Percentage of the time that machines executed which went into tasks that were not on time. */
  double wastedTime() {
    double wasted = 0;
    for (Departure departure : outcome.departures()) {
      if (departure.start() != Departure.NOT_STARTED && departure.fate() != Fate.ON_TIME) {
        wasted += departure.time() - departure.start();
      }
    }
    return percent(wasted, busyTicks());
  }

  private double busyTicks() {
    return outcome.activeTicks().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * What the machines' time cost, in the currency of the prices; NaN where no machine has a price.
   *
   * <p>The sources track "each machine's usage time" and charge "the price incurred to process the
   * tasks" (JOURNAL 9.7, THESIS 6.6, DROPPING V-G): the time in which a machine executes is
   * charged, whatever becomes of the task, to the tick; idle time is not. It is that of the whole
   * trial, the tasks that are not counted included.
   */
  double cost() {
    boolean priced = system.machineTypes().stream().anyMatch(type -> type.pricePerHour() > 0);
    long[] busyTicks = new long[system.machines().size()];
    for (Placement placement : system.placements()) {
      busyTicks[placement.machine()] += outcome.activeTicks().get(placement.id());
    }
    double cost = 0;
    for (Machine machine : system.machines()) {
      double busySeconds = busyTicks[machine.id()] * system.tickSeconds();
      cost += busySeconds / SECONDS_PER_HOUR * machine.type().pricePerHour();
    }
    return priced ? cost : Double.NaN;
  }

  /**
   * The energy that the machines took, in joules; NaN where no machine has a power.
   *
   * <p>A machine draws the power of its P-state while it executes, and a smaller one while it is
   * idle, 70 and 25 % of its rated power where nothing else is said (JOURNAL 9.7), or that of the
   * task's type where the system has an APC matrix. The source does not say how long an idle
   * machine is charged for; here all machines are on from the first arrival to the last departure.
   */
  double energyJoules() {
    EnergyUse use = new EnergyUse(system, outcome.activeTicks(), makespanTicks());
    if (system.apc().isPresent()) {
      return taskJoules() + use.idleJoules();
    }
    return use.isKnown() ? use.joules() : Double.NaN;
  }

  /** The energy of the tasks that ran, where power hangs on their types, in joules. */
  private double taskJoules() {
    double joules = 0;
    for (Departure departure : outcome.departures()) {
      if (departure.start() != Departure.NOT_STARTED) {
        double watts = system.activeWatts(departure.task().type(), departure.placement());
        joules += (departure.time() - departure.start()) * system.tickSeconds() * watts;
      }
    }
    return joules;
  }

  /** Cost for each task of the whole trial that was on time; NaN if none was. */
  double costPerOnTime() {
    return perOnTime(cost());
  }

  /** Energy for each task of the whole trial that was on time, in joules; NaN if none was. */
  double joulesPerOnTime() {
    return perOnTime(energyJoules());
  }

  private double perOnTime(double whole) {
    int onTime = outcome.count(Fate.ON_TIME);
    return onTime == 0 ? Double.NaN : whole / onTime;
  }

  /** Mean time in seconds from arrival to completion of the counted tasks on time. */
  double responseSeconds() {
    double sum = 0;
    for (Departure departure : counted) {
      if (departure.fate() == Fate.ON_TIME) {
        sum += departure.time() - departure.task().arrival();
      }
    }
    return sum / byFate[Fate.ON_TIME.ordinal()] * system.tickSeconds();
  }

  /**
   * The utility that the tasks of the whole trial earned; NaN if no task has more than a deadline.
   */
  double utility() {
    double sum = 0;
    boolean any = false;
    for (Departure departure : outcome.departures()) {
      Task task = departure.task();
      any |= !task.utility().equals(UtilityFunction.OF_DEADLINE);
      if (departure.fate() == Fate.ON_TIME || departure.fate() == Fate.LATE) {
        sum += task.utility().of(task, departure.time());
      }
    }
    return any ? sum : Double.NaN;
  }

  /** Number of mapping events. */
  int mappingEvents() {
    return outcome.mappingEvents();
  }

  /** Number of decisions of an approximate policy that were compared with exact ones. */
  int decisionsSampled() {
    return outcome.decisionSample().decisions();
  }

  /** Percentage of these that differ; NaN if none was compared. */
  double decisionsDiffering() {
    return percent(outcome.decisionSample().differing(), decisionsSampled());
  }

  /** Time from the first arrival to the last departure, in seconds. */
  double makespanSeconds() {
    return makespanTicks() * system.tickSeconds();
  }

  private long makespanTicks() {
    long first = Long.MAX_VALUE;
    for (Departure departure : outcome.departures()) {
      first = Math.min(first, departure.task().arrival());
    }
    return outcome.endTime() - first;
  }

  private static double percent(double part, double whole) {
    return whole == 0 ? Double.NaN : 100 * part / whole;
  }
}
