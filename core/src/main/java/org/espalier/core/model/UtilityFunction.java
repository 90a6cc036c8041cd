package org.espalier.core.model;

/**
 * What it is worth to complete a task, over time. Two functions that are equal say the same of
 * every task, so implementations are records or constants. One that may rise with time says so by
 * {@link #falling}.
 */
public interface UtilityFunction {
  /** Worth 1 up to the deadline and nothing after it: that of a task of which no more is said. */
  UtilityFunction OF_DEADLINE = new DeadlineUtility(1);

  /**
   * What a task is worth that completes at a time.
   *
   * @param completion in ticks, not before the arrival
   */
  double of(Task task, long completion);

  /**
   * The least function that never rises with time and is nowhere below this one: the most that is
   * still to be had. It is this one unless that rises.
   */
  default UtilityFunction falling() {
    return this;
  }
}
