package org.espalier.core.budget;

import java.util.ArrayList;
import java.util.List;

/**
 * Budgets of energy, and how they are made to last.
 *
 * @param periods in order of time, which do not overlap; the last one is repeated for ever, one
 *     right after the other; none for no budget at all
 * @param filter what a task may take
 */
public record EnergySettings(List<EnergyPeriod> periods, TaskBudget filter) {
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

  /** The same periods moved in time, so that the first one begins at a tick. */
  public EnergySettings startingAt(long start) {
    List<EnergyPeriod> moved = new ArrayList<>();
    for (EnergyPeriod period : periods) {
      long later = start - periods.getFirst().start();
      moved.add(
          new EnergyPeriod(period.start() + later, period.end() + later, period.budgetJoules()));
    }
    return new EnergySettings(moved, filter);
  }

  /** The period of an index, from 0; there must be periods. */
  public EnergyPeriod period(int index) {
    int last = periods.size() - 1;
    if (index <= last) {
      return periods.get(index);
    }
    EnergyPeriod repeated = periods.get(last);
    long later = (index - last) * (repeated.end() - repeated.start());
    return new EnergyPeriod(
        repeated.start() + later, repeated.end() + later, repeated.budgetJoules());
  }

  /** Whether the period of an index or a later one has a budget. */
  public boolean hasBudgetFrom(int index) {
    return !periods.isEmpty()
        && periods.subList(Math.min(index, periods.size() - 1), periods.size()).stream()
            .anyMatch(period -> period.budgetJoules().isPresent());
  }

  /**
   * The index of the first period that ends after a time; it may not have begun. There must be
   * periods.
   */
  public int indexAt(long time) {
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
