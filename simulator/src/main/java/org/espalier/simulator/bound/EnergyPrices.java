package org.espalier.simulator.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.model.TimeSpan;

/** The prices of a joule in the periods that have a budget; at other times energy is free. */
final class EnergyPrices {
  private final List<EnergyPeriod> periods;
  private final double[] prices;

  /** Prices of 0, in the periods of a span of time. */
  EnergyPrices(List<EnergyPeriod> periods, TimeSpan span) {
    this.periods = within(periods, span);
    this.prices = new double[this.periods.size()];
  }

  private static List<EnergyPeriod> within(List<EnergyPeriod> periods, TimeSpan span) {
    List<EnergyPeriod> found = new ArrayList<>();
    if (!periods.isEmpty()) {
      EnergySettings settings = new EnergySettings(periods, new TaskBudget.Unlimited());
      int index = settings.indexAt(span.start());
      for (; settings.period(index).start() < span.end(); index++) {
        if (settings.period(index).budgetJoules().isPresent()) {
          found.add(settings.period(index));
        }
      }
    }
    return found;
  }

  /** Number of periods that have a budget. */
  int size() {
    return prices.length;
  }

  /** The budget of a period, in joules. */
  double budget(int period) {
    return periods.get(period).budgetJoules().orElseThrow();
  }

  /** Where a period begins and ends. */
  TimeSpan span(int period) {
    return periods.get(period).span();
  }

  double get(int period) {
    return prices[period];
  }

  void set(int period, double price) {
    prices[period] = price;
  }

  /** What all budgets are worth. */
  double all() {
    double all = 0;
    for (int q = 0; q < prices.length; q++) {
      all += prices[q] * budget(q);
    }
    return all;
  }

  /** What a joule in each tick costs, over the ticks from one time to another. */
  double cost(long from, long to) {
    double cost = 0;
    for (int q = 0; q < prices.length && periods.get(q).start() < to; q++) {
      cost += prices[q] * span(q).ticksOf(from, to);
    }
    return cost;
  }

  /** The price at a time. */
  double at(long time) {
    return cost(time, time + 1);
  }

  /** Adds to what is taken of the budgets by a joule in each tick from one time to another. */
  void take(double[] taken, double joulesPerTick, long from, long to) {
    for (int q = 0; q < taken.length; q++) {
      taken[q] += joulesPerTick * span(q).ticksOf(from, to);
    }
  }

  /** The times at which prices may change. */
  long[] borders() {
    return periods.stream()
        .flatMapToLong(period -> Arrays.stream(new long[] {period.start(), period.end()}))
        .toArray();
  }
}
