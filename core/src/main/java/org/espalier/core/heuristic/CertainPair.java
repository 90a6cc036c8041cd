package org.espalier.core.heuristic;

import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;

/**
 * What the numbers of a pair hang on besides the task, where it is certain when it completes.
 *
 * @param completion when it completes, in ticks
 * @param execution its execution time in ticks
 * @param joules the energy it takes
 */
record CertainPair(long completion, double execution, double joules) {
  /** A number of a task with such a pair; it only becomes worse as any of the three grows. */
  @FunctionalInterface
  interface Measure {
    double of(HcSystem system, Task task, CertainPair pair);
  }
}
