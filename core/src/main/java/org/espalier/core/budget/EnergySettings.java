package org.espalier.core.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.Pmf;

/**
 * Budgets of energy, and how they are made to last. Where energy has a price by the hour, joules
 * are such at the {@linkplain Tariff mean price}.
 *
 * <p>A budget is for a period, or for a day, month or year of the calendar, which is then an
 * account: its periods are days, and each may take what is left of the account, divided by the days
 * that are left.
 *
 * @param periods in order of time, which do not overlap; the last one is repeated for ever, one
 *     right after the other; none for no budget at all. Of a calendar only the budgets count, of
 *     one account after the other
 * @param filter what a task may take
 * @param calendar what of the calendar budgets are for; empty for periods as they are given
 * @param tariff what energy costs when
 * @param joulesPerWorth how much a unit of worth may cost; empty for any
 * @param probability with which each task takes no more than it is counted with, where times are
 *     uncertain; 0 for tasks that count as they are expected
 */
public record EnergySettings(
    List<EnergyPeriod> periods,
    TaskBudget filter,
    Optional<CalendarUnit> calendar,
    Tariff tariff,
    OptionalDouble joulesPerWorth,
    double probability) {
  /** No budget. */
  public static final EnergySettings NONE =
      new EnergySettings(List.of(), new TaskBudget.Unlimited());

  public EnergySettings {
    periods = List.copyOf(periods);
    for (int i = 1; i < periods.size(); i++) {
      if (periods.get(i).start() < periods.get(i - 1).end()) {
        throw new IllegalArgumentException(
            "a period of energy begins at tick %s, the one before ends at %s; they must not overlap"
                .formatted(periods.get(i).start(), periods.get(i - 1).end()));
      }
    }
  }

  /** Budgets for periods as they are given, of energy that always costs the same. */
  public EnergySettings(List<EnergyPeriod> periods, TaskBudget filter) {
    this(periods, filter, Optional.empty(), Tariff.FLAT, OptionalDouble.empty(), 0);
  }

  /** The same with other periods. */
  public EnergySettings withPeriods(List<EnergyPeriod> others) {
    return new EnergySettings(others, filter, calendar, tariff, joulesPerWorth, probability);
  }

  /** The same with another filter. */
  public EnergySettings withFilter(TaskBudget other) {
    return new EnergySettings(periods, other, calendar, tariff, joulesPerWorth, probability);
  }

  /** The same for something else of the calendar. */
  public EnergySettings withCalendar(Optional<CalendarUnit> other) {
    return new EnergySettings(periods, filter, other, tariff, joulesPerWorth, probability);
  }

  /** The same with another tariff. */
  public EnergySettings withTariff(Tariff other) {
    return new EnergySettings(periods, filter, calendar, other, joulesPerWorth, probability);
  }

  /** The same with another limit to what a unit of worth may cost. */
  public EnergySettings withJoulesPerWorth(OptionalDouble other) {
    return new EnergySettings(periods, filter, calendar, tariff, other, probability);
  }

  /** The same with another probability. */
  public EnergySettings withProbability(double other) {
    return new EnergySettings(periods, filter, calendar, tariff, joulesPerWorth, other);
  }

  /** What a time counts as. */
  double ticks(Pmf time) {
    return probability == 0 ? time.mean() : time.quantile(probability);
  }

  /** The same on a clock. */
  public EnergySettings on(CivilTime time) {
    return withTariff(new Tariff(tariff.unit(), tariff.money(), tariff.carbon(), time));
  }

  /** The same periods moved in time, so that the first one begins at a tick. */
  public EnergySettings startingAt(long start) {
    List<EnergyPeriod> moved = new ArrayList<>();
    for (EnergyPeriod period : periods) {
      long later = start - periods.getFirst().start();
      moved.add(
          new EnergyPeriod(period.start() + later, period.end() + later, period.budgetJoules()));
    }
    return withPeriods(moved);
  }

  /** Whether energy is limited or has a price, so that the power of machines must be known. */
  public boolean needsPower() {
    return hasBudgetFrom(0) || joulesPerWorth.isPresent();
  }

  /**
   * The periods for those who know neither calendar nor prices by the hour; none where there are
   * such.
   */
  public List<EnergyPeriod> plainPeriods() {
    return heedsClock() ? List.of() : periods;
  }

  /** Whether the hour of the day or the day of the year matters. */
  public boolean heedsClock() {
    return calendar.isPresent() || !tariff.isFlat();
  }

  /**
   * The period of an index, from 0, as if nothing was spent of its account before; there must be
   * periods.
   */
  public EnergyPeriod period(int index) {
    return period(index, 0);
  }

  /**
   * The period of an index, from 0, with its share of what is left; there must be periods.
   *
   * @param before what was spent of its account before
   */
  public EnergyPeriod period(int index, double before) {
    if (calendar.isPresent()) {
      OptionalDouble all = periods.get(budgetIndex(index)).budgetJoules();
      double days = tariff.time().daysLeft(index, calendar.get());
      TimeSpan day = tariff.time().day(index);
      return new EnergyPeriod(
          day.start(),
          day.end(),
          all.isEmpty()
              ? all
              : OptionalDouble.of(Math.max(0, (all.getAsDouble() - before) / days)));
    }
    int last = periods.size() - 1;
    if (index <= last) {
      return periods.get(index);
    }
    EnergyPeriod repeated = periods.get(last);
    long later = (index - last) * (repeated.end() - repeated.start());
    return new EnergyPeriod(
        repeated.start() + later, repeated.end() + later, repeated.budgetJoules());
  }

  private int budgetIndex(int index) {
    int number = calendar.map(unit -> tariff.time().number(index, unit)).orElse(index);
    return Math.min(number, periods.size() - 1);
  }

  /** What the period of an index shares its budget with, and that budget; itself if nothing. */
  public EnergyPeriod account(int index) {
    if (calendar.isEmpty()) {
      return period(index);
    }
    TimeSpan span = tariff.time().around(index, calendar.get());
    return new EnergyPeriod(
        span.start(), span.end(), periods.get(budgetIndex(index)).budgetJoules());
  }

  /**
   * What energy costs of an account before one of its periods begins, where it is taken at a
   * constant rate from one time to another.
   */
  double costBefore(double joules, long from, long to, int index) {
    long begin = period(index).start();
    long first = from < begin ? account(index).start() : begin;
    return first < begin ? tariff.cost(joules, from, to, new TimeSpan(first, begin)) : 0;
  }

  /** Whether the period of an index or a later one has a budget. */
  public boolean hasBudgetFrom(int index) {
    return !periods.isEmpty()
        && periods.subList(budgetIndex(index), periods.size()).stream()
            .anyMatch(period -> period.budgetJoules().isPresent());
  }

  /**
   * The index of the first period that ends after a time; it may not have begun. There must be
   * periods.
   */
  public int indexAt(long time) {
    if (calendar.isPresent()) {
      return tariff.time().dayAt(time);
    }
    for (int i = 0; i < periods.size(); i++) {
      if (time < periods.get(i).end()) {
        return i;
      }
    }
    EnergyPeriod last = periods.getLast();
    long over = (time - last.end()) / (last.end() - last.start());
    return Math.toIntExact(periods.size() + over);
  }
}
