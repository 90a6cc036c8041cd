package org.espalier.simulator.column;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.TimeSpan;
import org.espalier.simulator.engine.HeldEvent;
import org.espalier.simulator.engine.TrialOutcome;

/**
 * The energy periods of a trial that overlap its measured time. Many in a row in which there is no
 * task are left out.
 */
final class EnergyPeriods {
  /** The share of a budget from which on it counts as used. */
  private static final double USED = 0.99;

  /** So many periods in a row in which nothing happens are left out. */
  private static final int LONGEST_GAP = 100;

  private final TrialOutcome outcome;
  private final EarnedUtility utility;
  private final TaskEnergy energy;
  private final EnergySettings settings;
  private final double tickSeconds;

  /** By their numbers, from 1. */
  private final NavigableMap<Integer, EnergyPeriod> periods = new TreeMap<>();

  /**
   * The periods of a trial.
   *
   * @param measured the measured time, with an end
   */
  EnergyPeriods(
      TrialOutcome outcome,
      EarnedUtility utility,
      TaskEnergy energy,
      EnergySettings settings,
      TimeSpan measured,
      double tickSeconds) {
    this.outcome = outcome;
    this.utility = utility;
    this.energy = energy;
    this.settings = settings;
    this.tickSeconds = tickSeconds;
    if (!settings.periods().isEmpty()) {
      NavigableMap<Long, Long> busy = busyTimes();
      int i = settings.indexAt(measured.start());
      while (settings.period(i).start() < measured.end()) {
        periods.put(i + 1, withShare(i));
        i = Math.max(i + 1, afterGap(settings, i + 1, busy));
      }
    }
  }

  /** A period with its share of what is left of its account. */
  private EnergyPeriod withShare(int index) {
    EnergyPeriod whole = settings.period(index);
    long first = settings.account(index).start();
    return first == whole.start()
        ? whole
        : settings.period(
            index, energy.cost(new TimeSpan(first, whole.start()), settings.tariff()));
  }

  /** When there are tasks in the system, from begin to end. */
  private NavigableMap<Long, Long> busyTimes() {
    NavigableMap<Long, Long> busy = new TreeMap<>();
    Stream.concat(
            outcome.departures().stream().map(d -> new long[] {d.task().arrival(), d.time()}),
            outcome.waiting().stream().map(task -> new long[] {task.arrival(), TimeSpan.NEVER}))
        .sorted(Comparator.comparingLong(times -> times[0]))
        .forEach(times -> {
          Map.Entry<Long, Long> last = busy.lastEntry();
          boolean joins = last != null && times[0] <= last.getValue();
          busy.merge(joins ? last.getKey() : times[0], times[1], Math::max);
        });
    return busy;
  }

  /** The index from which on something happens again, if that is far away; else the same one. */
  private static int afterGap(EnergySettings settings, int index, NavigableMap<Long, Long> busy) {
    long time = settings.period(index).start();
    Map.Entry<Long, Long> before = busy.floorEntry(time);
    Long next = busy.higherKey(time);
    boolean isQuiet = before == null || before.getValue() <= time;
    int resumed = isQuiet && next != null ? settings.indexAt(next) : index;
    return resumed - index > LONGEST_GAP ? resumed : index;
  }

  /** A part for each. */
  List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    periods.forEach(
        (number, period) -> parts.add(new Part(Breakdown.PERIODS, number, values(period))));
    return parts;
  }

  private List<Double> values(EnergyPeriod period) {
    TimeSpan span = period.span();
    double joules = energy.joules(span);
    double cost = settings.tariff().isFlat() ? joules : energy.cost(span, settings.tariff());
    List<Departure> departures = outcome.departures(span);
    long completed = departures.stream().filter(EarnedUtility::hasCompleted).count();
    OptionalDouble budget = period.budgetJoules();
    return List.of(
        span.start() * tickSeconds,
        utility.prorated(span),
        joules,
        budget.isPresent() ? budget.getAsDouble() - cost : Double.NaN,
        usedSeconds(period),
        (double) completed,
        (double) departures.size() - completed,
        (double) postponed(span),
        budget.orElse(Double.NaN) * settings.tariff().perJoule(),
        cost * settings.tariff().perJoule());
  }

  private int postponed(TimeSpan span) {
    return outcome.events().stream()
        .filter(event -> span.contains(event.time()))
        .reduce((before, after) -> after)
        .map(HeldEvent::postponed)
        .orElse(0);
  }

  /**
   * The time in which 99 % of the budget was used, from the beginning of the first period with a
   * budget, in seconds. It is the length of the period if that never was, and NaN if there is no
   * budget.
   */
  double usedSeconds() {
    return periods.values().stream()
        .mapToDouble(this::usedSeconds)
        .filter(seconds -> !Double.isNaN(seconds))
        .findFirst()
        .orElse(Double.NaN);
  }

  private double usedSeconds(EnergyPeriod period) {
    return period.budgetJoules().isPresent() && settings.tariff().isFlat()
        ? energy.ticksUntil(period.span(), USED * period.budgetJoules().getAsDouble()) * tickSeconds
        : Double.NaN;
  }
}
