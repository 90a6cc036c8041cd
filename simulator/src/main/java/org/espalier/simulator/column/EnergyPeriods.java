package org.espalier.simulator.column;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.Task;
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
      int i = settings.indexAt(measured.start());
      while (settings.period(i).start() < measured.end()) {
        periods.put(i + 1, withShare(i));
        i = Math.max(i + 1, afterGap(i + 1));
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

  /** The index from which on something happens again, if that is far away; else the same one. */
  private int afterGap(int index) {
    long time = settings.period(index).start();
    boolean isQuiet =
        outcome.waiting().stream().noneMatch(task -> task.arrival() <= time)
            && outcome.departures().stream()
                .noneMatch(left -> left.task().arrival() <= time && time < left.time());
    OptionalLong next = outcome.tasks().mapToLong(Task::arrival).filter(at -> at > time).min();
    int resumed = isQuiet && next.isPresent() ? settings.indexAt(next.getAsLong()) : index;
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
