package org.espalier.simulator.column;

import static org.espalier.report.ColumnKind.COUNT;
import static org.espalier.report.ColumnKind.JOULES;
import static org.espalier.report.ColumnKind.PERCENT;
import static org.espalier.report.ColumnKind.SECONDS;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.report.ColumnKind;
import org.espalier.report.ReportColumn;
import org.espalier.workload.heterogeneity.Heterogeneity;

/**
 * A result of a trial: the one place that says its name, unit, equation and what a dropped task
 * adds to it. The CSV headers, the terminal table, the report and docs/columns.md are made from it.
 */
public enum Column {
  ROBUSTNESS(
      "Robustness",
      PERCENT,
      "100 * on time / counted",
      "Share of the counted tasks that finished at or before their deadline (THESIS 4.4.1, JOURNAL"
          + " 9.1).",
      "counts as not on time",
      trial -> trial.share(Fate.ON_TIME)),
  REACTIVE(
      "Reactive drops",
      PERCENT,
      "expired_in_batch + expired_in_queue + evicted",
      "Share dropped because its deadline had passed.",
      "counts if its deadline had passed",
      trial -> trial.share(CountedTrial.REACTIVE)),
  PROACTIVE(
      "Proactive drops",
      PERCENT,
      "dropped_pending + dropped_running + dropped_proactively + discarded unmapped",
      "Share dropped before its deadline, as unlikely to succeed or not worth running.",
      "counts if its deadline had not passed",
      trial -> trial.share(CountedTrial.PROACTIVE)),
  WASTED_TIME(
      "Wasted machine time",
      PERCENT,
      "100 * executing time of tasks not on time / executing time",
      "Share of the executing time that went into tasks that did not finish on time.",
      "adds the time that it ran",
      CountedTrial::wastedTime),
  MACHINE_USE(
      "Machine use",
      PERCENT,
      "100 * executing time / (machines * measured time from the first arrival on)",
      "Share of the machines' time in which they executed tasks, useful or not.",
      "adds the time that it ran",
      CountedTrial::machineUse),
  TYPE_DEVIATION(
      "Deviation between types",
      PERCENT,
      "standard deviation over task types of 100 * on time / counted of the type",
      "How unevenly task types fare: the fairness measure of JOURNAL 9.5, in percentage points.",
      "counts as not on time for its type",
      CountedTrial::onTimeDeviation),
  LATE(
      "Late",
      PERCENT,
      "100 * late / counted",
      "Share that finished after its deadline.",
      "does not count as late",
      trial -> trial.share(Fate.LATE)),
  EXPIRED_IN_BATCH(
      "Expired unmapped",
      Fate.EXPIRED_IN_BATCH,
      "100 * expired in batch queue / counted",
      "Share whose deadline passed in the batch queue, deferred tasks among them."),
  EXPIRED_IN_QUEUE(
      "Expired mapped",
      Fate.EXPIRED_IN_QUEUE,
      "100 * expired in machine queue / counted",
      "Share whose deadline passed in a machine queue before it could start."),
  EVICTED(
      "Evicted",
      Fate.EVICTED,
      "100 * evicted / counted",
      "Share that was running when its deadline passed, and was stopped."),
  DROPPED_PENDING(
      "Pruned pending",
      Fate.DROPPED_PENDING,
      "100 * dropped by threshold while pending / counted",
      "Share that the threshold pruner dropped from a machine queue before it started."),
  DROPPED_RUNNING(
      "Pruned running",
      Fate.DROPPED_RUNNING,
      "100 * dropped while running / counted",
      "Share that was stopped while it ran, by the threshold pruner or as worth less than its"
          + " machine's time."),
  DROPPED_PROACTIVELY(
      "Dropped for others",
      Fate.DROPPED_PROACTIVELY,
      "100 * dropped by the threshold-free pruner / counted",
      "Share dropped for the good of the tasks behind it (DROPPING)."),
  DISCARDED(
      "Worth too little",
      Fate.DISCARDED,
      "100 * discarded / counted",
      "Share that was dropped before it was mapped, as worth too little (DISSERTATION 2.4.4)."),
  REACTIVE_OF_DROPS(
      "Reactive share of drops",
      PERCENT,
      "100 * reactive / (reactive + proactive)",
      "Share of the drops that came after the deadline (DROPPING V-F); nothing where no task was"
          + " dropped.",
      "counts, as reactive if its deadline had passed",
      trial -> trial.shareOfDrops(CountedTrial.REACTIVE)),
  PROACTIVE_OF_DROPS(
      "Proactive share of drops",
      PERCENT,
      "100 * proactive / (reactive + proactive)",
      "Share of the drops that came before the deadline (DROPPING V-F); nothing where no task was"
          + " dropped.",
      "counts, as proactive if its deadline had not passed",
      trial -> trial.shareOfDrops(CountedTrial.PROACTIVE)),
  STEADY_BOUND(
      "Steady fluid bound",
      PERCENT,
      "100 * greatest sum of x F(w) / tasks, with sum of x G(w) <= time of the machines",
      "The share of tasks that any policy which cannot see the future has on time at most"
          + " (docs/just-in-time.md). It is for tasks like those of the trial, but for the first"
          + " and last to arrive that are left out, that come at their mean rate without end. In a"
          + " single trial robustness may be above it. Nothing where tasks have more than a"
          + " deadline, all arrive at once, or execution times are those recorded.",
      "counts as if it might have been on time",
      trial -> 100 * trial.bounds().steadyShare()),
  ROBUSTNESS_OF_BOUND(
      "Robustness of the fluid bound",
      PERCENT,
      "100 * robustness / steady_bound",
      "Robustness as a share of the steady fluid bound.",
      "counts as not on time",
      trial -> trial.percent(ROBUSTNESS, STEADY_BOUND)),
  UTILITY(
      "Utility",
      ColumnKind.NUMBER,
      "sum of utility at completion over the tasks that completed",
      "What the tasks earned that completed in the measured time (DISSERTATION 2.2). Nothing where"
          + " no task has more than a deadline.",
      "earns nothing",
      trial -> trial.earned(EarnedUtility::completed)),
  UTILITY_PRORATED(
      "Prorated utility",
      ColumnKind.NUMBER,
      "sum over tasks of utility at completion * share of the execution in the measured time",
      "What tasks earned, by the share of their execution that lies in the measured time"
          + " (DISSERTATION 3.2.2). Nothing where no task has more than a deadline.",
      "earns nothing",
      trial -> trial.earned(EarnedUtility::prorated)),
  UTILITY_BOUND(
      "Maximum utility bound",
      ColumnKind.NUMBER,
      "sum over tasks of utility at arrival + lowest execution time, where that is in the measured"
          + " time",
      "What the tasks would earn if each started on its fastest machine as it arrives, as if no"
          + " other were there; those count that would then complete in the measured time"
          + " (DISSERTATION 2.7.1). Where execution times are distributions, each starts where its"
          + " expected utility is highest, and counts with that expectation. Nothing where no task"
          + " has more than a deadline.",
      "counts as if it ran",
      trial -> trial.earned(EarnedUtility::bound)),
  UTILITY_OF_BOUND(
      "Utility of the bound",
      PERCENT,
      "100 * utility / utility_bound",
      "Utility as a share of the maximum utility bound (DISSERTATION 2.7.1).",
      "earns nothing",
      trial -> trial.percent(UTILITY, UTILITY_BOUND)),
  CLAIRVOYANT_UTILITY(
      "Clairvoyant bound on utility",
      ColumnKind.NUMBER,
      "least, over prices, of worth of all machine time and energy + sum over tasks of the most"
          + " utility beyond what time and energy cost",
      "No policy earns more utility that keeps the budgets of energy, even if it knows all arrivals"
          + " and execution times beforehand (docs/just-in-time.md). Where execution times are"
          + " distributions, in the mean. Nothing where no figure draws it or asks for the bound,"
          + " and where no task has more than a deadline.",
      "counts as if it might have run",
      trial -> trial.bounds().utility()),
  UTILITY_OF_CLAIRVOYANT(
      "Utility of the clairvoyant bound",
      PERCENT,
      "100 * utility / clairvoyant_utility",
      "Utility as a share of its clairvoyant bound.",
      "earns nothing",
      trial -> trial.percent(UTILITY, CLAIRVOYANT_UTILITY)),
  CLAIRVOYANT_PRORATED(
      "Clairvoyant bound on prorated utility",
      ColumnKind.NUMBER,
      "as clairvoyant_utility, of utility at completion * share of the execution in the measured"
          + " time",
      "The same for prorated utility.",
      "counts as if it might have run",
      trial -> trial.bounds().proratedUtility()),
  PRORATED_OF_CLAIRVOYANT(
      "Prorated utility of the clairvoyant bound",
      PERCENT,
      "100 * utility_prorated / clairvoyant_prorated",
      "Prorated utility as a share of its clairvoyant bound.",
      "earns nothing",
      trial -> trial.percent(UTILITY_PRORATED, CLAIRVOYANT_PRORATED)),
  COMPLETED(
      "Completed",
      "Number of tasks that completed in the measured time. Nothing where no task has more than a"
          + " deadline.",
      "does not count",
      CountedTrial::completed),
  DROPPED(
      "Dropped",
      "Number of tasks that left in the measured time without completing. Nothing where no task has"
          + " more than a deadline.",
      "counts",
      CountedTrial::dropped),
  POSTPONED(
      "Postponed",
      "Number of tasks that waited for another period's energy when the trial ended (DISSERTATION"
          + " 3.3).",
      "does not count",
      CountedTrial::postponed),
  NEVER_STARTED(
      "Never started",
      "Number of other tasks that waited when the trial ended, in the batch queue or a machine"
          + " queue.",
      "does not count",
      CountedTrial::neverStarted),
  RESPONSE(
      "Response time",
      SECONDS,
      "mean of completion - arrival over the counted tasks on time",
      "Mean time from arrival to completion of the tasks that were on time.",
      "does not count",
      trial -> trial.meanSeconds(Fate.ON_TIME, left -> left.time() - left.task().arrival())),
  LATENESS(
      "Lateness",
      SECONDS,
      "mean of completion - deadline over the counted tasks that were late",
      "How far behind their deadlines tasks completed that were late, to which a system is to come"
          + " as close as it can (MAXROBUST III). Nothing where no task was late.",
      "does not count",
      trial -> trial.meanSeconds(Fate.LATE, left -> left.time() - left.task().deadline())),
  INSTANTANEOUS_ROBUSTNESS(
      "Instantaneous robustness",
      PERCENT,
      "mean over mapping events of 100 * mean chance of success of the tasks in machine queues",
      "How sure the tasks are that machines have, after each mapping event (JOURNAL eq. 9). Nothing"
          + " where no figure draws it, nor for events that leave all queues empty.",
      "does not count once it is dropped",
      trial -> 100 * trial.chances().instantaneous()),
  JOINT_ROBUSTNESS(
      "Joint robustness",
      PERCENT,
      "mean over mapping events of 100 * product over machines of the joint chance of their tasks",
      "How sure it is, after each mapping event, that all tasks that machines have are on time: rho"
          + " of MAXROBUST eq. 1. Nothing where no figure draws it, nor for events that leave all"
          + " queues empty.",
      "does not count once it is dropped",
      trial -> 100 * trial.chances().joint()),
  MAKESPAN(
      "Makespan",
      SECONDS,
      "time of the last departure - time of the first arrival, as far as that is measured",
      "Length of the trial in the time of the simulated system.",
      "counts: its drop may be the last departure",
      CountedTrial::makespanSeconds),
  COST(
      "Cost",
      ColumnKind.COST,
      "sum over machines of executing time * price per hour",
      "What the executing time of all machines costs, in the currency of the prices (JOURNAL 9.7);"
          + " idle time is not charged. Nothing where no machine has a price.",
      "adds the time that it ran",
      CountedTrial::cost),
  FLEET_COST(
      "Cost of the fleet",
      ColumnKind.COST,
      "sum over machines of time on * price per hour",
      "What all machines cost while they are on, executing or idle: from the first arrival to the"
          + " last departure or the horizon, as far as that is measured. Nothing where no machine"
          + " has a price.",
      "counts: its drop may be the last departure",
      CountedTrial::fleetCost),
  COST_PER_ON_TIME(
      "Cost per on-time task",
      ColumnKind.COST,
      "cost / tasks on time in the measured time",
      "Cost for each task that was on time, in the currency of the prices (JOURNAL 9.7, THESIS"
          + " 6.6). Nothing where no task is on time; such trials are not in the mean.",
      "adds the time that it ran, and no task to divide by",
      trial -> trial.perOnTime(trial.cost())),
  ENERGY(
      "Energy",
      JOULES,
      "sum over machines of (power of the P-state * time in it + idle power * idle time)",
      "Energy of all machines from the first arrival to the last departure or the horizon, as far"
          + " as that is measured (JOURNAL 9.7). Of a rated power it is 70 % active and 25 % idle"
          + " if nothing else is said. Nothing where no machine has power.",
      "adds the active power for the time that it ran",
      CountedTrial::energyJoules),
  TASK_ENERGY(
      "Energy of tasks",
      JOULES,
      "sum over tasks of power * time of the execution in the measured time",
      "Energy that machines took to execute tasks, by the share of the execution that lies in the"
          + " measured time: what budgets are for (DISSERTATION 3.2.2). Nothing where no machine"
          + " has power.",
      "adds the active power for the time that it ran",
      CountedTrial::taskJoules),
  BUDGET_USED(
      "99 % of budget used",
      SECONDS,
      "",
      "How long after the beginning of the first energy period in the measured time 99 % of its"
          + " budget was used; the length of the period if it never was. Nothing without a budget.",
      "adds the active power for the time that it ran",
      trial -> trial.periods().usedSeconds()),
  BUDGET_TAKEN(
      "Most taken of a budget",
      PERCENT,
      "100 * most over energy budgets of what tasks took / budget",
      "The most that tasks took of a budget of energy in the whole trial, of the period, day, month"
          + " or year that it is for. Above 100 those that ran at its end took more than expected."
          + " Nothing without a budget.",
      "adds the active power for the time that it ran",
      trial -> 100 * trial.budgetTaken().share()),
  BUDGET_BEGUN_AFTER(
      "Taken after it was used up",
      PERCENT,
      "100 * what tasks that began after budget_taken had reached 100 took of it / budget",
      "What tasks took of that budget that began when it was used up, as they waited on machines."
          + " What budget_taken is above 100 beyond it was taken by tasks that ran then.",
      "adds the active power for the time that it ran",
      trial -> 100 * trial.budgetTaken().begunAfter()),
  ENERGY_PER_ON_TIME(
      "Energy per on-time task",
      JOULES,
      "energy / tasks on time in the measured time",
      "Energy for each task that was on time (JOURNAL 9.7). Nothing where no task is on time; such"
          + " trials are not in the mean.",
      "adds the active power for the time that it ran, and no task to divide by",
      trial -> trial.perOnTime(trial.energyJoules())),
  MAPPING_EVENTS(
      "Mapping events",
      "Number of mapping events held.",
      "counts no more than others",
      CountedTrial::mappingEvents),
  MAPPABLE(
      "Tasks to map",
      COUNT,
      "mean over mapping events of the tasks to map",
      "Mean number of tasks that a mapping event could map, those left out that it dropped or set"
          + " aside before.",
      "does not count where it is dropped",
      CountedTrial::mappable),
  DELAYED_EVENTS(
      "Delayed events",
      "Number of mapping events that began later than their trigger asked, since the one before was"
          + " charged so much time (DISSERTATION 2.7.2).",
      "counts no more than others",
      CountedTrial::delayedEvents),
  TMA(
      "Task-machine affinity",
      ColumnKind.NUMBER,
      "mean of the singular values of the standard form but for the largest",
      "TMA of the system, over its general machine types (DISSERTATION eq. 8). Nothing where the"
          + " system is read from a file, as of the next two: `espalier system measure` tells"
          + " them.",
      "counts no more than others",
      trial -> trial.ofSystem(Heterogeneity::taskMachineAffinity)),
  TDH(
      "Task difficulty homogeneity",
      ColumnKind.NUMBER,
      "mean of the speeds of each task type / those of the next faster one",
      "TDH of the system, over its general machine types (DISSERTATION 3.5.3.2).",
      "counts no more than others",
      trial -> trial.ofSystem(measured -> measured.general().taskDifficulty())),
  MPH(
      "Machine performance homogeneity",
      ColumnKind.NUMBER,
      "mean of the speeds of each machine type / those of the next faster one",
      "MPH of the system, over its general machine types (DISSERTATION 3.5.3.2).",
      "counts no more than others",
      trial -> trial.ofSystem(measured -> measured.general().machinePerformance())),
  COUNTED(
      "Counted tasks",
      COUNT,
      "tasks that leave in the measured time - left out first - left out last",
      "Number of tasks that the shares are taken of.",
      "counts",
      CountedTrial::count),
  MISSES(
      "Missed deadlines",
      COUNT,
      "counted - on time",
      "Number of counted tasks that did not finish by their deadline (MAXROBUST VI).",
      "counts",
      CountedTrial::misses),
  FAILED(
      "Failed",
      PERCENT,
      "100 * failed / counted",
      "Share that was lost as its machine failed while it ran. Nothing where no machine may fail.",
      "does not count",
      trial -> trial.mayFail() ? trial.share(Fate.FAILED) : Double.NaN),
  DELIVERED_POORER(
      "Delivered poorer",
      PERCENT,
      "100 * on time as a poorer version / counted",
      "Share that was on time as a version of less worth. Nothing where no task type has versions.",
      "does not count",
      CountedTrial::deliveredPoorer);

  /** What says nothing of how a trial went: reports have it only where a figure draws it. */
  public static final Set<Column> OF_SYSTEM = EnumSet.of(TMA, TDH, MPH);

  /** What a column is at most, and what share of that it is. */
  private static final Map<Column, List<Column>> BOUNDS =
      Map.of(
          ROBUSTNESS, List.of(STEADY_BOUND, ROBUSTNESS_OF_BOUND),
          UTILITY, List.of(CLAIRVOYANT_UTILITY, UTILITY_OF_CLAIRVOYANT),
          UTILITY_PRORATED, List.of(CLAIRVOYANT_PRORATED, PRORATED_OF_CLAIRVOYANT));

  /** How far policies are from the best possible: tables have it only where a figure draws it. */
  public static final Set<Column> OF_BOUND =
      EnumSet.copyOf(BOUNDS.values().stream().flatMap(List::stream).toList());

  /** What is measured after each mapping event, and only where a figure draws it. */
  public static final Set<Column> OF_QUEUES =
      EnumSet.of(INSTANTANEOUS_ROBUSTNESS, JOINT_ROBUSTNESS);

  private final ReportColumn shown;
  private final ToDoubleFunction<CountedTrial> value;

  Column(
      String label,
      ColumnKind kind,
      String equation,
      String description,
      String droppedTask,
      ToDoubleFunction<CountedTrial> value) {
    String ending = kind == SECONDS || kind == JOULES ? "_" + kind.unit() : "";
    String key = (name() + ending).toLowerCase(Locale.ROOT);
    this.shown =
        new ReportColumn(key, label, kind.unit(), equation, description, droppedTask, kind);
    this.value = value;
  }

  /** A number of things, which says all in its description. */
  Column(
      String label, String description, String droppedTask, ToDoubleFunction<CountedTrial> value) {
    this(label, COUNT, "", description, droppedTask, value);
  }

  /** The share of the tasks that were dropped for one reason. */
  Column(String label, Fate fate, String equation, String description) {
    this(
        label,
        PERCENT,
        equation,
        description,
        "counts only if this is why it was dropped",
        trial -> trial.share(fate));
  }

  /** What no policy's value of this gets beyond; empty where that is not known. */
  public Optional<Column> bound() {
    return Optional.ofNullable(BOUNDS.get(this)).map(List::getFirst);
  }

  /** Whether this is what no policy's value of another one gets beyond, or the share of it. */
  public boolean isOfBoundOf(Column other) {
    return BOUNDS.getOrDefault(other, List.of()).contains(this);
  }

  /** Name in CSV headers and studies, which ends with the unit of seconds and joules. */
  public String key() {
    return shown.key();
  }

  /** Name in tables and figures. */
  public String label() {
    return shown.label();
  }

  /** Unit of its values; empty for numbers of things and amounts of the currency of the prices. */
  public String unit() {
    return shown.unit();
  }

  /** Its value of a trial. */
  double of(CountedTrial trial) {
    return value.applyAsDouble(trial);
  }

  /** The same for the report, with how it is computed and what a dropped task adds to it. */
  public ReportColumn forReport() {
    return shown;
  }

  /** The column of a key. */
  public static Optional<Column> find(String key) {
    return Arrays.stream(values()).filter(column -> column.key().equals(key)).findFirst();
  }

  /** All keys. */
  public static List<String> keys() {
    return Arrays.stream(values()).map(Column::key).toList();
  }
}
