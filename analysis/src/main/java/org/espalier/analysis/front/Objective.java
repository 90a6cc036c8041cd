package org.espalier.analysis.front;

import java.util.function.ToDoubleFunction;
import org.espalier.analysis.problem.AllocationTotals;

/** What an allocation is judged by. */
public enum Objective {
  UTILITY("utility", "utility", true, AllocationTotals::utility),
  MAKESPAN("makespan", "s", false, AllocationTotals::makespanSeconds),
  ENERGY("energy", "J", false, AllocationTotals::joules),
  COST("cost", "", false, AllocationTotals::cost),
  /** The expected number of tasks that complete by their deadlines. */
  ROBUSTNESS("robustness", "tasks on time", true, AllocationTotals::onTime);

  private final String key;
  private final String unit;
  private final boolean maximised;
  private final ToDoubleFunction<AllocationTotals> value;

  Objective(String key, String unit, boolean maximised, ToDoubleFunction<AllocationTotals> value) {
    this.key = key;
    this.unit = unit;
    this.maximised = maximised;
    this.value = value;
  }

  /** What files and commands call it. */
  public String key() {
    return key;
  }

  /** The unit of its values; empty if they have none. */
  public String unit() {
    return unit;
  }

  /** Whether more of it is better. */
  public boolean isMaximised() {
    return maximised;
  }

  public double value(AllocationTotals totals) {
    return value.applyAsDouble(totals);
  }

  /** Its value, negated if more of it is better. */
  public double loss(AllocationTotals totals) {
    return loss(value(totals));
  }

  /** A value as a loss, or a loss as a value. */
  public double loss(double valueOrLoss) {
    return maximised ? -valueOrLoss : valueOrLoss;
  }
}
