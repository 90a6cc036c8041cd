package org.espalier.core.pruning;

import org.espalier.core.allocation.MappingSession;

/** A way of choosing which mapped tasks to drop. */
@FunctionalInterface
public interface Dropping {
  /** Drops nothing. */
  Dropping NONE = session -> {};

  /** Drops tasks from the machine queues by {@link MappingSession#drop}. */
  void drop(MappingSession session);
}
