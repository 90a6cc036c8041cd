package org.espalier.simulator.column;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.TimeSpan;
import org.espalier.simulator.engine.HeldEvent;
import org.espalier.simulator.engine.TrialOutcome;

/** The energy periods of a trial that overlap its measured time. */
final class EnergyPeriods {
  /** The share of a budget from which on it counts as used. */
  private static final double USED = 0.99;

  private final TrialOutcome outcome;
  private final EarnedUtility utility;
  private final TaskEnergy energy;
  private final double tickSeconds;
  private final List<EnergyPeriod> periods = new ArrayList<>();
  private int first;

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
    this.tickSeconds = tickSeconds;
    if (!settings.periods().isEmpty()) {
      first = settings.indexAt(measured.start());
      for (int i = first; settings.period(i).start() < measured.end(); i++) {
        periods.add(settings.period(i));
      }
    }
  }

  /** A part for each. */
  List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (EnergyPeriod period : periods) {
      parts.add(new Part(Breakdown.PERIODS, first + parts.size() + 1, values(period)));
    }
    return parts;
  }

  private List<Double> values(EnergyPeriod period) {
    TimeSpan span = period.span();
    double joules = energy.joules(span);
    List<Departure> departures = outcome.departures(span);
    long completed = departures.stream().filter(EarnedUtility::hasCompleted).count();
    OptionalDouble budget = period.budgetJoules();
    return List.of(
        span.start() * tickSeconds,
        utility.prorated(span),
        joules,
        budget.isPresent() ? budget.getAsDouble() - joules : Double.NaN,
        usedSeconds(period),
        (double) completed,
        (double) departures.size() - completed,
        (double) postponed(span));
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
    return periods.stream()
        .mapToDouble(this::usedSeconds)
        .filter(seconds -> !Double.isNaN(seconds))
        .findFirst()
        .orElse(Double.NaN);
  }

  private double usedSeconds(EnergyPeriod period) {
    return period.budgetJoules().isPresent()
        ? energy.ticksUntil(period.span(), USED * period.budgetJoules().getAsDouble()) * tickSeconds
        : Double.NaN;
  }
}
