package org.espalier.testkit;

import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;

/** What tasks really take; a function, so that every policy meets the same times. */
@FunctionalInterface
public interface ActualTimes {
  /** Actual execution time in ticks of a task on a machine in a P-state. */
  long of(Task task, Machine machine, int pState);
}
