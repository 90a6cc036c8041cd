package org.espalier.workload.generator;

import org.apache.commons.rng.UniformRandomProvider;
import org.espalier.core.utility.Priority;
import org.espalier.core.utility.Urgency;

/**
 * The priority and urgency of a task.
 *
 * @param priority how important it is
 * @param urgency how fast it loses its worth
 */
record Levels(Priority priority, Urgency urgency) {
  /** The joint distribution of DISSERTATION appendix D, in hundredths of a percent. */
  private static final int[][] SHARES = {
    {200, 200, 5, 0},
    {345, 500, 150, 300},
    {0, 1000, 1000, 1000},
    {0, 0, 2000, 3300},
  };

  private static final int WHOLE = 10_000;

  static Levels draw(UniformRandomProvider random) {
    return at(random.nextInt(WHOLE));
  }

  /** The levels of each hundredth of a percent, by priority, then urgency. */
  static Levels at(int place) {
    int rest = place;
    for (Priority priority : Priority.values()) {
      for (Urgency urgency : Urgency.values()) {
        rest -= SHARES[priority.ordinal()][urgency.ordinal()];
        if (rest < 0) {
          return new Levels(priority, urgency);
        }
      }
    }
    throw new IllegalArgumentException(
        "place %s is not below %s, the sum of all".formatted(place, WHOLE));
  }
}
