package org.espalier.core.pricing;

import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Fate;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.pruning.Fairness;

/**
 * What it is worth that a task of a type is on time: 1, and where types are to fare alike 1 plus
 * weight x sufferage, which rises as long as the type has a smaller share of its tasks on time than
 * all types together. So it is found as a price is, from what is short.
 *
 * <p>It multiplies the chance of success: were it added whatever the chance, tasks of a type that
 * suffers would be started that cannot be on time.
 */
final class SuccessWorth {
  private final double weight;
  private final Fairness fairness;

  private SuccessWorth(double weight, Fairness fairness) {
    this.weight = weight;
    this.fairness = fairness;
  }

  /**
   * With no type suffering yet.
   *
   * @param weight 0 for 1, whatever happens
   * @param factor by how much sufferage changes when a task leaves, in [0, 1]
   */
  SuccessWorth(double weight, double factor) {
    this(weight, Fairness.amongTypes(factor));
  }

  /** An independent one that has seen the same. */
  SuccessWorth copy() {
    return new SuccessWorth(weight, fairness.copy());
  }

  /** Takes the tasks that left since the last event, by whatever fate. */
  void observe(MappingEvent event) {
    if (weight > 0) {
      for (Departure departure : event.departures()) {
        fairness.update(departure.task().type(), departure.fate() == Fate.ON_TIME);
      }
    }
  }

  /** That of a task type; not negative. */
  double of(int taskType) {
    return weight == 0 ? 1 : Math.max(0, 1 + weight * fairness.sufferage(taskType));
  }
}
