package org.espalier.simulator.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.budget.BudgetTaken;
import org.espalier.core.model.Boot;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.TimeSpan;
import org.espalier.simulator.engine.HeldEvent;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.workload.heterogeneity.Heterogeneity;

/**
 * The outcome of a trial with its counted tasks. These are the tasks that left the system in the
 * measured time, but for the first and last of them, which found it filling up or running empty
 * (JOURNAL 8.2). Sums of utility, time, cost and energy are those of the measured time with all its
 * tasks.
 */
public final class CountedTrial {
  private static final double SECONDS_PER_HOUR = 3600;

  /** Dropped because their deadline had passed. */
  static final List<Fate> REACTIVE =
      List.of(Fate.EXPIRED_IN_BATCH, Fate.EXPIRED_IN_QUEUE, Fate.EVICTED);

  /** Dropped before their deadline. */
  static final List<Fate> PROACTIVE =
      List.of(Fate.DROPPED_PENDING, Fate.DROPPED_RUNNING, Fate.DROPPED_PROACTIVELY, Fate.DISCARDED);

  private final TrialOutcome outcome;
  private final HcSystem system;
  private final Optional<Heterogeneity> heterogeneity;
  private final KnownBounds bounds;
  private final QueueChances chances;
  private final Counting counting;
  private final TimeSpan measured;
  private final List<Departure> departures;
  private final List<Departure> counted;
  private final List<HeldEvent> events;
  private final List<Long> activeTicks;
  private final EarnedUtility utility;
  private final TaskEnergy taskEnergy;
  private final BudgetTaken budgetTaken;
  private final int[] byFate = new int[Fate.values().length];

  public CountedTrial(TrialOutcome outcome, HcSystem system, Counting counting) {
    this(outcome, system, Optional.empty(), KnownBounds.NONE, QueueChances.NONE, counting);
  }

  /**
   * @param system the system as it is
   * @param heterogeneity that of the system, where it is to be told
   * @param bounds what no policy gets beyond in the trial
   * @param chances how sure the tasks of the machines were
   */
  public CountedTrial(
      TrialOutcome outcome,
      HcSystem system,
      Optional<Heterogeneity> heterogeneity,
      KnownBounds bounds,
      QueueChances chances,
      Counting counting) {
    this.outcome = outcome;
    this.system = system;
    this.heterogeneity = heterogeneity;
    this.bounds = bounds;
    this.chances = chances;
    this.counting = counting;
    this.measured = counting.measured();
    this.departures = outcome.departures(measured);
    this.counted = counting.leftOut().counted(departures);
    this.events =
        outcome.events().stream().filter(event -> measured.contains(event.time())).toList();
    this.activeTicks = outcome.activeTicks(system, measured);
    this.utility = new EarnedUtility(outcome, system);
    this.taskEnergy = new TaskEnergy(outcome, system);
    this.budgetTaken = BudgetTaken.most(counting.energy(), system, outcome.executions().toList());
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

  /** Whether its machines may fail. */
  boolean mayFail() {
    return system.hasFailures();
  }

  /** Percentage of the counted tasks that have the fate; NaN if none is counted. */
  double share(Fate fate) {
    return percent(byFate[fate.ordinal()], counted.size());
  }

  /** The share of some fates together, in percent of the counted tasks. */
  double share(List<Fate> fates) {
    return percent(count(fates), counted.size());
  }

  /** The same in percent of the counted tasks that were dropped; NaN if none was. */
  double shareOfDrops(List<Fate> fates) {
    return percent(count(fates), count(REACTIVE) + count(PROACTIVE));
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
      int type = departure.task().asked().type();
      all[type]++;
      onTime[type] += departure.fate() == Fate.ON_TIME ? 1 : 0;
    }
    return IntStream.range(0, types).mapToObj(type -> percent(onTime[type], all[type])).toList();
  }

  /** Percentage of the machines' time, from the first arrival on, in which they executed. */
  double machineUse() {
    return percent(busyTicks(), LongStream.of(onTicks()).sum());
  }

  /** Percentage of the time that machines executed which went into tasks that were not on time. */
  double wastedTime() {
    long wasted =
        outcome
            .executions()
            .filter(ran -> ran.fate() != Fate.ON_TIME)
            .mapToLong(ran -> measured.ticksOf(ran.start(), ran.time()))
            .sum();
    return percent(wasted, busyTicks());
  }

  private double busyTicks() {
    return activeTicks.stream().mapToLong(Long::longValue).sum();
  }

  private long[] busyTicksOfMachines() {
    long[] busyTicks = new long[system.machines().size()];
    for (Placement placement : system.placements()) {
      busyTicks[placement.machine()] += activeTicks.get(placement.id());
    }
    return busyTicks;
  }

  /**
   * What the machines' time cost, in the currency of the prices; NaN where no machine has a price.
   *
   * <p>The sources track "each machine's usage time" and charge "the price incurred to process the
   * tasks" (JOURNAL 9.7, THESIS 6.6, DROPPING V-G): the time in which a machine executes is
   * charged, whatever becomes of the task, to the tick; idle time is not. It is that of all tasks
   * in the measured time, those that are not counted included.
   */
  double cost() {
    long[] busyTicks = busyTicksOfMachines();
    return cost(
        machine -> busyTicks[machine.id()],
        machine ->
            outcome
                .executions()
                .filter(ran -> ran.machine() == machine.id())
                .mapToDouble(ran -> price(machine, measured, ran.start(), ran.time()))
                .sum());
  }

  /**
   * What all machines cost while they are on, in the currency of the prices; NaN without prices.
   */
  double fleetCost() {
    long[] onTicks = onTicks();
    TimeSpan on = counting.onSpan(outcome);
    return cost(
        machine -> onTicks[machine.id()],
        machine ->
            price(machine, on, on.start(), counting.endOf(outcome))
                - price(outcome.away().stream().filter(each -> each.machine() == machine.id())));
  }

  /** What machines cost in spans of time, as far as they are counted. */
  private double price(Stream<TrialOutcome.Away> spans) {
    TimeSpan on = counting.onSpan(outcome);
    return spans
        .mapToDouble(
            each -> price(system.machines().get(each.machine()), on, each.from(), each.until()))
        .sum();
  }

  /** What a machine costs from one time to another, as far as that lies in a span. */
  private double price(Machine machine, TimeSpan span, long from, long until) {
    long begin = Math.max(span.start(), from);
    long end = Math.min(span.end(), until);
    return machine.type().price().overHours(begin, end, system.tick());
  }

  private long[] onTicks() {
    return counting.onTicks(outcome, system.machines().size());
  }

  /**
   * The cost of all machines.
   *
   * @param ticks for how long each is charged, where its price does not change
   * @param byHour what each costs, where it does
   */
  private double cost(ToLongFunction<Machine> ticks, ToDoubleFunction<Machine> byHour) {
    boolean priced = system.machineTypes().stream().anyMatch(type -> type.pricePerHour() > 0);
    double cost = 0;
    for (Machine machine : system.machines()) {
      double seconds = ticks.applyAsLong(machine) * system.tickSeconds();
      cost +=
          machine.type().price().changes()
              ? byHour.applyAsDouble(machine)
              : seconds / SECONDS_PER_HOUR * machine.type().pricePerHour();
    }
    return priced ? cost : Double.NaN;
  }

  /**
   * The energy that the machines took, in joules; NaN where no machine has a power.
   *
   * <p>A machine draws the power of its P-state while it executes, and a smaller one while it is
   * idle, 70 and 25 % of its rated power where nothing else is said (JOURNAL 9.7), or that of the
   * task's type where the system has an APC matrix. The source does not say how long an idle
   * machine is charged for; here all machines are on from the first arrival to the last departure,
   * or to the horizon if there is one, as far as that is measured.
   */
  double energyJoules() {
    return system.isPowered() ? taskEnergy.joules(measured) + idleJoules() : Double.NaN;
  }

  /** Of machines that do not execute: idle or booting. */
  private double idleJoules() {
    long[] busyTicks = busyTicksOfMachines();
    long[] onTicks = counting.bootedTicks(outcome, system.machines().size());
    double joules = 0;
    for (Machine machine : system.machines()) {
      joules += system.idleJoules(machine.type(), onTicks[machine.id()] - busyTicks[machine.id()]);
    }
    return joules + Arrays.stream(counting.bootJoules(outcome, system)).sum();
  }

  /** What falls into the measured time of the energy of tasks; NaN where no machine has a power. */
  double taskJoules() {
    return system.isPowered() ? taskEnergy.joules(measured) : Double.NaN;
  }

  /** A number for each task that was on time; NaN if none was. */
  double perOnTime(double whole) {
    long onTime = departures.stream().filter(left -> left.fate() == Fate.ON_TIME).count();
    return onTime == 0 ? Double.NaN : whole / onTime;
  }

  /** The mean of a time of the counted tasks of a fate, in seconds. */
  double meanSeconds(Fate fate, ToLongFunction<Departure> ticks) {
    double sum = 0;
    for (Departure departure : counted) {
      sum += departure.fate() == fate ? ticks.applyAsLong(departure) : 0;
    }
    return sum / byFate[fate.ordinal()] * system.tickSeconds();
  }

  /** What no policy gets beyond in the trial. */
  KnownBounds bounds() {
    return bounds;
  }

  /** A column as a percentage of another. */
  double percent(Column part, Column whole) {
    return percent(part.of(this), whole.of(this));
  }

  /** How sure the tasks of the machines were. */
  QueueChances chances() {
    return chances;
  }

  /**
   * A number of the measured time that tells what tasks earned; NaN if only deadlines are known.
   */
  double earned(ToDoubleBiFunction<EarnedUtility, TimeSpan> number) {
    return utility.isKnown() ? number.applyAsDouble(utility, measured) : Double.NaN;
  }

  /** Number of tasks that completed in the measured time; NaN if only deadlines are known. */
  double completed() {
    return utility.isKnown() ? countCompleted() : Double.NaN;
  }

  private long countCompleted() {
    return departures.stream().filter(EarnedUtility::hasCompleted).count();
  }

  /** Number of tasks that were dropped in the measured time; NaN if only deadlines are known. */
  double dropped() {
    return utility.isKnown() ? departures.size() - (double) countCompleted() : Double.NaN;
  }

  /** Number of tasks that waited for a later time when the trial ended. */
  int postponed() {
    return outcome.events().isEmpty() ? 0 : postponedAt(outcome.events().getLast());
  }

  /**
   * At most as many as still wait of the tasks that an event saw: hard deadlines pass later too.
   */
  private int postponedAt(HeldEvent last) {
    long stillWaiting =
        outcome.waiting().stream().filter(task -> task.arrival() <= last.time()).count();
    return Math.toIntExact(Math.min(last.postponed(), stillWaiting));
  }

  /** Number of the other tasks that had not started when the trial ended. */
  int neverStarted() {
    return outcome.waiting().size() - postponed();
  }

  /** The most that tasks took of a budget of energy; NaN without one. */
  BudgetTaken budgetTaken() {
    return budgetTaken;
  }

  /** The energy periods that overlap the measured time. */
  EnergyPeriods periods() {
    return new EnergyPeriods(
        outcome,
        utility,
        taskEnergy,
        counting.energy(),
        counting.onSpan(outcome),
        system.tickSeconds());
  }

  /** The parts of all breakdowns, in their order. */
  List<Part> parts() {
    return Stream.of(
            periods().parts(), byPState(), bySpecial(), byState(), byVersion(), byPriority())
        .flatMap(List::stream)
        .toList();
  }

  /** Percentage of the counted tasks that are on time as poorer versions; NaN without versions. */
  double deliveredPoorer() {
    long poorer =
        counted.stream()
            .filter(left -> left.fate() == Fate.ON_TIME && left.task().isVersion())
            .count();
    return system.hasVersions() ? percent(poorer, counted.size()) : Double.NaN;
  }

  /** The tasks on time in the measured time by the version that they were served as, if any. */
  private List<Part> byVersion() {
    Map<Double, List<Departure>> onTime = new TreeMap<>();
    if (system.hasVersions()) {
      system.taskTypes().stream()
          .flatMap(type -> type.versions().stream())
          .forEach(version -> onTime.put(version.share(), new ArrayList<>()));
      departures.stream()
          .filter(left -> left.fate() == Fate.ON_TIME)
          .forEach(left ->
              onTime.computeIfAbsent(left.task().share(), _ -> new ArrayList<>()).add(left));
    }
    return onTime.entrySet().stream()
        .map(its -> {
          double utility = its.getValue().stream().mapToDouble(EarnedUtility::utility).sum();
          int tasks = its.getValue().size();
          return new Part(
              Breakdown.VERSIONS,
              its.getKey(),
              List.of((double) tasks, percent(tasks, departures.size()), utility));
        })
        .toList();
  }

  /** The tasks that completed in the measured time by P-state, if machines have several. */
  private List<Part> byPState() {
    int pStates =
        system.machineTypes().stream().mapToInt(type -> type.pStates().size()).max().orElse(1);
    double[] completed = new double[pStates];
    departures.stream()
        .filter(EarnedUtility::hasCompleted)
        .forEach(departure -> completed[departure.placement().pState()]++);
    double all = Arrays.stream(completed).sum();
    return IntStream.range(0, pStates == 1 ? 0 : pStates)
        .mapToObj(
            p -> new Part(Breakdown.P_STATES, p, List.of(completed[p], percent(completed[p], all))))
        .toList();
  }

  /** The tasks that completed in the measured time on general and on special machines. */
  private List<Part> bySpecial() {
    List<Boolean> special =
        system.machines().stream()
            .map(machine -> system.pet().isSpecial(machine.type().id()))
            .toList();
    double[][] sums = new double[2][2];
    for (Departure departure : departures) {
      if (EarnedUtility.hasCompleted(departure)) {
        double[] its = sums[special.get(departure.machine()) ? 1 : 0];
        its[0]++;
        its[1] += EarnedUtility.utility(departure);
      }
    }
    double all = sums[0][1] + sums[1][1];
    boolean both = utility.isKnown() && special.contains(true) && special.contains(false);
    return IntStream.range(0, both ? 2 : 0)
        .mapToObj(kind -> {
          double[] its = sums[kind];
          List<Double> values = List.of(its[0], its[1], percent(its[1], all));
          return new Part(Breakdown.SPECIAL, kind, values);
        })
        .toList();
  }

  /** What machines do while they are on, where any boots or is on as it is needed. */
  private List<Part> byState() {
    if (system.machineTypes().stream()
        .allMatch(type -> type.scale().isEmpty() && type.boot().equals(Boot.NONE))) {
      return List.of();
    }
    int machines = system.machines().size();
    double on = LongStream.of(onTicks()).sum();
    double booted = LongStream.of(counting.bootedTicks(outcome, machines)).sum();
    double bootJoules = Arrays.stream(counting.bootJoules(outcome, system)).sum();
    double boots = price(outcome.boots().stream());
    return List.of(
        state(0, busyTicks(), taskJoules(), cost()),
        state(1, booted - busyTicks(), idleJoules() - bootJoules, fleetCost() - cost() - boots),
        state(2, on - booted, bootJoules, boots));
  }

  private Part state(int number, double ticks, double joules, double cost) {
    List<Double> values =
        List.of(
            ticks * system.tickSeconds(),
            system.isPowered() ? joules : Double.NaN,
            Double.isNaN(fleetCost()) ? Double.NaN : cost);
    return new Part(Breakdown.FLEET, number, values);
  }

  /** The utility that falls into the measured time by what tasks are worth at most. */
  private List<Part> byPriority() {
    return utility.isKnown() ? utility.byPriority(measured) : List.of();
  }

  /** Number of mapping events. */
  int mappingEvents() {
    return events.size();
  }

  /** Mean number of tasks that could be mapped in a mapping event; NaN if there was none. */
  double mappable() {
    return events.stream().mapToInt(HeldEvent::mappable).average().orElse(Double.NaN);
  }

  /** Number of mapping events that began later than their trigger asked. */
  long delayedEvents() {
    return events.stream().filter(HeldEvent::heldUp).count();
  }

  /** Time from the first arrival to the last departure, as far as it is measured, in seconds. */
  double makespanSeconds() {
    long last = Math.min(outcome.endTime(), measured.end());
    long first = Math.max(outcome.firstArrival(), measured.start());
    return Math.max(0, last - first) * system.tickSeconds();
  }

  /** A measure of the system's heterogeneity; NaN where that is not told. */
  double ofSystem(ToDoubleFunction<Heterogeneity> measure) {
    return heterogeneity.map(measure::applyAsDouble).orElse(Double.NaN);
  }

  private static double percent(double part, double whole) {
    return whole == 0 ? Double.NaN : 100 * part / whole;
  }
}
