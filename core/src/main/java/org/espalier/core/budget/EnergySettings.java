package org.espalier.core.budget;

import java.util.List;
import java.util.Objects;

/**
 * Budgets of energy, and how they are made to last.
 *
 * @param periods in order of time, one after the other; none for no budget at all
 * @param filter what a task may take
 */
public record EnergySettings(List<EnergyPeriod> periods, TaskBudget filter) {
  /** No budget. */
  public static final EnergySettings NONE =
      new EnergySettings(List.of(), new TaskBudget.Unlimited());

  public EnergySettings {
    Objects.requireNonNull(filter, "filter");
    periods = List.copyOf(periods);
    for (int i = 1; i < periods.size(); i++) {
      if (periods.get(i).start() < periods.get(i - 1).end()) {
        throw new IllegalArgumentException(
            "a period of energy begins at tick %d, the one before ends at %d; they must not overlap"
                .formatted(periods.get(i).start(), periods.get(i - 1).end()));
      }
    }
  }
}
