package org.espalier.simulator.column;

import static org.espalier.report.ColumnKind.COUNT;
import static org.espalier.report.ColumnKind.JOULES;
import static org.espalier.report.ColumnKind.NUMBER;
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
 * A result of a trial. What it is called, its equation, and what a dropped task adds to it stand in
 * {@link ColumnWords} alone. The CSV headers, the terminal table, the report and docs/columns.md
 * are made from it.
 */
public enum Column {
  ROBUSTNESS(PERCENT, trial -> trial.share(Fate.ON_TIME)),
  REACTIVE(PERCENT, trial -> trial.share(CountedTrial.REACTIVE)),
  PROACTIVE(PERCENT, trial -> trial.share(CountedTrial.PROACTIVE)),
  WASTED_TIME(PERCENT, CountedTrial::wastedTime),
  MACHINE_USE(PERCENT, CountedTrial::machineUse),
  TYPE_DEVIATION(PERCENT, CountedTrial::onTimeDeviation),
  LATE(PERCENT, trial -> trial.share(Fate.LATE)),
  EXPIRED_IN_BATCH(Fate.EXPIRED_IN_BATCH),
  EXPIRED_IN_QUEUE(Fate.EXPIRED_IN_QUEUE),
  EVICTED(Fate.EVICTED),
  DROPPED_PENDING(Fate.DROPPED_PENDING),
  DROPPED_RUNNING(Fate.DROPPED_RUNNING),
  DROPPED_PROACTIVELY(Fate.DROPPED_PROACTIVELY),
  DISCARDED(Fate.DISCARDED),
  REACTIVE_OF_DROPS(PERCENT, trial -> trial.shareOfDrops(CountedTrial.REACTIVE)),
  PROACTIVE_OF_DROPS(PERCENT, trial -> trial.shareOfDrops(CountedTrial.PROACTIVE)),
  STEADY_BOUND(PERCENT, trial -> 100 * trial.bounds().steadyShare()),
  ROBUSTNESS_OF_BOUND(PERCENT, trial -> trial.percent(ROBUSTNESS, STEADY_BOUND)),
  UTILITY(NUMBER, trial -> trial.earned(EarnedUtility::completed)),
  UTILITY_PRORATED(NUMBER, trial -> trial.earned(EarnedUtility::prorated)),
  UTILITY_BOUND(NUMBER, trial -> trial.earned(EarnedUtility::bound)),
  UTILITY_OF_BOUND(PERCENT, trial -> trial.percent(UTILITY, UTILITY_BOUND)),
  CLAIRVOYANT_UTILITY(NUMBER, trial -> trial.bounds().utility()),
  UTILITY_OF_CLAIRVOYANT(PERCENT, trial -> trial.percent(UTILITY, CLAIRVOYANT_UTILITY)),
  CLAIRVOYANT_PRORATED(NUMBER, trial -> trial.bounds().proratedUtility()),
  PRORATED_OF_CLAIRVOYANT(PERCENT, trial -> trial.percent(UTILITY_PRORATED, CLAIRVOYANT_PRORATED)),
  COMPLETED(CountedTrial::completed),
  DROPPED(CountedTrial::dropped),
  POSTPONED(CountedTrial::postponed),
  NEVER_STARTED(CountedTrial::neverStarted),
  RESPONSE(
      SECONDS,
      trial -> trial.meanSeconds(Fate.ON_TIME, left -> left.time() - left.task().arrival())),
  LATENESS(
      SECONDS, trial -> trial.meanSeconds(Fate.LATE, left -> left.time() - left.task().deadline())),
  INSTANTANEOUS_ROBUSTNESS(PERCENT, trial -> 100 * trial.chances().instantaneous()),
  JOINT_ROBUSTNESS(PERCENT, trial -> 100 * trial.chances().joint()),
  MAKESPAN(SECONDS, CountedTrial::makespanSeconds),
  COST(ColumnKind.COST, CountedTrial::cost),
  FLEET_COST(ColumnKind.COST, CountedTrial::fleetCost),
  COST_PER_ON_TIME(ColumnKind.COST, trial -> trial.perOnTime(trial.cost())),
  ENERGY(JOULES, CountedTrial::energyJoules),
  TASK_ENERGY(JOULES, CountedTrial::taskJoules),
  BUDGET_USED(SECONDS, trial -> trial.periods().usedSeconds()),
  BUDGET_TAKEN(PERCENT, trial -> 100 * trial.budgetTaken().share()),
  BUDGET_BEGUN_AFTER(PERCENT, trial -> 100 * trial.budgetTaken().begunAfter()),
  ENERGY_PER_ON_TIME(JOULES, trial -> trial.perOnTime(trial.energyJoules())),
  MAPPING_EVENTS(CountedTrial::mappingEvents),
  MAPPABLE(CountedTrial::mappable),
  DELAYED_EVENTS(CountedTrial::delayedEvents),
  TMA(NUMBER, trial -> trial.ofSystem(Heterogeneity::taskMachineAffinity)),
  TDH(NUMBER, trial -> trial.ofSystem(measured -> measured.general().taskDifficulty())),
  MPH(NUMBER, trial -> trial.ofSystem(measured -> measured.general().machinePerformance())),
  COUNTED(CountedTrial::count),
  MISSES(CountedTrial::misses),
  FAILED(PERCENT, trial -> trial.mayFail() ? trial.share(Fate.FAILED) : Double.NaN),
  DELIVERED_POORER(PERCENT, CountedTrial::deliveredPoorer);

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

  Column(ColumnKind kind, ToDoubleFunction<CountedTrial> value) {
    String word = name().toLowerCase(Locale.ROOT);
    boolean endsWithUnit = kind == SECONDS || kind == JOULES;
    String key = endsWithUnit ? word + "_" + kind.unit().toLowerCase(Locale.ROOT) : word;
    List<String> words = ColumnWords.TABLE.row(word);
    this.shown =
        new ReportColumn(
            key, words.get(1), kind.unit(), words.get(2), words.get(4), words.get(3), kind);
    this.value = value;
  }

  /** A number of things. */
  Column(ToDoubleFunction<CountedTrial> value) {
    this(COUNT, value);
  }

  /** The share of the tasks that were dropped for one reason. */
  Column(Fate fate) {
    this(PERCENT, trial -> trial.share(fate));
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
