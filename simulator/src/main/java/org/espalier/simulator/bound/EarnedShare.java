package org.espalier.simulator.bound;

import org.espalier.core.model.TimeSpan;

/** How much of what a task earns counts, by when it is executed. */
public enum EarnedShare {
  /** All of it if the task completes in the measured time, else nothing. */
  COMPLETED,
  /** By the share of the execution that lies in the measured time. */
  PRORATED;

  /** The share, from 0 to 1, of a task that is executed from one time to another. */
  double of(TimeSpan measured, long from, long to) {
    return switch (this) {
      case COMPLETED -> measured.containsEndOf(from, to) ? 1 : 0;
      case PRORATED -> measured.share(from, to);
    };
  }
}
