package org.espalier.analysis.front;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.ToDoubleFunction;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.workload.document.Names;

/** What an allocation is judged by. Those of which more is better come first. */
public enum Objective {
  UTILITY("utility", true, AllocationTotals::utility),
  /** The expected number of tasks that complete by their deadlines. */
  ROBUSTNESS("tasks on time", true, AllocationTotals::onTime),
  MAKESPAN("s", false, AllocationTotals::makespanSeconds),
  ENERGY("J", false, AllocationTotals::joules),
  COST("", false, AllocationTotals::cost);

  private final String unit;
  private final boolean maximised;
  private final ToDoubleFunction<AllocationTotals> value;

  Objective(String unit, boolean maximised, ToDoubleFunction<AllocationTotals> value) {
    this.unit = unit;
    this.maximised = maximised;
    this.value = value;
  }

  /** What files and commands call it. */
  public String key() {
    return Names.word(this);
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

  /** The value of a loss that is a tenth larger; of 1 from one of 0. */
  String textBehind(double loss) {
    return text(loss(loss == 0 ? 1 : loss + Math.abs(loss) / 10));
  }

  /** A value in plain digits, to six of them. */
  public String text(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(6, RoundingMode.HALF_EVEN));
    return value == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** A value as a loss, or a loss as a value. */
  public double loss(double valueOrLoss) {
    return maximised ? -valueOrLoss : valueOrLoss;
  }
}
