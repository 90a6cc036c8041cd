package org.espalier.analysis.front;

import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.core.model.Arguments;

/** The two objectives of a search, which differ and stand in the order of {@link Objective}. */
public record ObjectivePair(Objective first, Objective second) {
  public static final ObjectivePair UTILITY_ENERGY =
      new ObjectivePair(Objective.UTILITY, Objective.ENERGY);
  public static final ObjectivePair MAKESPAN_ENERGY =
      new ObjectivePair(Objective.MAKESPAN, Objective.ENERGY);

  public ObjectivePair {
    Arguments.refuse(
        first == second, "both objectives are %s; a front needs two that differ", first.key());
    if (first.ordinal() > second.ordinal()) {
      Objective earlier = second;
      second = first;
      first = earlier;
    }
  }

  /** The point of an allocation. */
  public Losses losses(AllocationTotals totals) {
    return new Losses(first.loss(totals), second.loss(totals));
  }

  /** Values a little worse than those of a point, as a study's reference point has them. */
  public String textBehind(Losses losses) {
    return "[%s, %s]"
        .formatted(first.textBehind(losses.first()), second.textBehind(losses.second()));
  }

  /** The point of two values. */
  public Losses losses(double firstValue, double secondValue) {
    return new Losses(first.loss(firstValue), second.loss(secondValue));
  }
}
