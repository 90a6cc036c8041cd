package org.espalier.analysis.front;

import org.espalier.analysis.problem.AllocationTotals;

/** The two objectives of a search, which must differ. */
public record ObjectivePair(Objective first, Objective second) {
  public static final ObjectivePair UTILITY_ENERGY =
      new ObjectivePair(Objective.UTILITY, Objective.ENERGY);
  public static final ObjectivePair MAKESPAN_ENERGY =
      new ObjectivePair(Objective.MAKESPAN, Objective.ENERGY);

  public ObjectivePair {
    if (first == second) {
      throw new IllegalArgumentException(
          "both objectives are %s; a front needs two that differ".formatted(first.key()));
    }
  }

  /** The point of an allocation. */
  public Losses losses(AllocationTotals totals) {
    return new Losses(first.loss(totals), second.loss(totals));
  }

  /** The point of two values. */
  public Losses losses(double firstValue, double secondValue) {
    return new Losses(first.loss(firstValue), second.loss(secondValue));
  }
}
