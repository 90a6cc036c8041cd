package org.espalier.core.allocation.rules;

import org.espalier.core.model.Task;

/** Says below which chance of success a task is not mapped but stays in the batch queue. */
@FunctionalInterface
public interface DeferringRule {
  /** Defers nothing. */
  DeferringRule NEVER = task -> Double.NEGATIVE_INFINITY;

  /** A pair with a chance of success at or below the result is deferred. */
  double threshold(Task task);

  /** Whether the result is the same for all tasks of one type. */
  default boolean mindsTypeOnly() {
    return false;
  }
}
