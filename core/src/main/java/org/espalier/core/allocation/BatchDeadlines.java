package org.espalier.core.allocation;

/**
 * The range of the deadlines in the batch queue. One serves a resource manager, which keeps it; its
 * machine queues read the latest, up to which expected completions are asked for.
 */
final class BatchDeadlines {
  private static final long NONE_BEFORE = 0;

  private long earliest = ResourceManager.NEVER;
  private long latest = NONE_BEFORE;

  /** In ticks; {@link ResourceManager#NEVER} for an empty batch queue. */
  long earliest() {
    return earliest;
  }

  /** In ticks; 0 for an empty batch queue. */
  long latest() {
    return latest;
  }

  /** The batch queue has a task of this deadline. */
  void include(long deadline) {
    earliest = Math.min(earliest, deadline);
    latest = Math.max(latest, deadline);
  }

  /** The batch queue is looked through again. */
  void clear() {
    earliest = ResourceManager.NEVER;
    latest = NONE_BEFORE;
  }
}
