package org.espalier.core.pruning;

import org.espalier.core.allocation.MappingSession;

/** A way of choosing which mapped tasks to drop. */
@FunctionalInterface
public interface Dropping {
  /** Drops nothing. */
  Dropping NONE = (session, fairness) -> {};

  /**
   * Drops tasks from the machine queues by {@link MappingSession#drop}.
   *
   * @param fairness what to concede to task types that suffer, where this works with a threshold
   */
  void drop(MappingSession session, Fairness fairness);
}
