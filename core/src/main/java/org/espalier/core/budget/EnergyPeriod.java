package org.espalier.core.budget;

import java.util.OptionalDouble;
import org.espalier.core.model.TimeSpan;

/**
 * A period of time with a budget of energy (DISSERTATION 3.3.1).
 *
 * @param start its first tick; below 0 if it began before time is counted
 * @param end the first tick behind it, with which the next period begins
 * @param budgetJoules what may be spent in it; empty for no limit
 */
public record EnergyPeriod(long start, long end, OptionalDouble budgetJoules) {
  public EnergyPeriod {
    if (end <= start) {
      throw new IllegalArgumentException(
          "a period of energy goes from tick %s to %s; expected one that ends after it begins"
              .formatted(start, end));
    }
    if (budgetJoules.isPresent()
        && (!(budgetJoules.getAsDouble() >= 0) || Double.isInfinite(budgetJoules.getAsDouble()))) {
      throw new IllegalArgumentException(
          "the energy budget of a period is %s J; expected a number of 0 or more"
              .formatted(budgetJoules.getAsDouble()));
    }
  }

  /** When it is. */
  public TimeSpan span() {
    return new TimeSpan(start, end);
  }
}
