package org.espalier.core.pricing;

import java.time.Duration;

/**
 * What may be set of {@link JustInTime}.
 *
 * @param fairness by how much an on-time task is worth more for each unit by which its type
 *     suffers; 0 for none
 * @param factor the fairness factor, the most by which one task counts in sufferage, in [0, 1]
 * @param evicts whether running tasks are stopped that are not worth their machine's time
 * @param lead how long before a machine is expected to be free it may be given its next task
 */
public record JustInTimeOptions(double fairness, double factor, boolean evicts, Duration lead) {
  /** No fairness, no eviction, no lead. */
  public static final JustInTimeOptions NONE = new JustInTimeOptions(0, 0, false, Duration.ZERO);

  public JustInTimeOptions {
    if (!(fairness >= 0) || Double.isInfinite(fairness)) {
      throw new IllegalArgumentException(
          "weight of fairness is %s; expected a finite number that is not negative"
              .formatted(fairness));
    }
    if (lead.isNegative()) {
      throw new IllegalArgumentException(
          "lead is %s; expected a duration that is not negative".formatted(lead));
    }
  }

  /** What it is worth that tasks are on time, before any left. */
  SuccessWorth successes() {
    return new SuccessWorth(fairness, new Sufferage(factor));
  }
}
