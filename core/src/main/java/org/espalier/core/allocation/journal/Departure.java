package org.espalier.core.allocation.journal;

import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;

/**
 * A task that left the system.
 *
 * @param time when, in ticks; of a task that ran, when that was over
 * @param placement what it was mapped to, or {@link Placement#NOWHERE}
 * @param start when it started to execute, or {@link #NOT_STARTED}
 */
public record Departure(Task task, Fate fate, Placement placement, long start, long time) {
  /** The start of a task that never ran. */
  public static final long NOT_STARTED = -1;

  /** Index of the machine it was mapped to, or -1. */
  public int machine() {
    return placement.machine();
  }
}
