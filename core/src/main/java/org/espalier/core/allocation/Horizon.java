package org.espalier.core.allocation;

/**
 * The latest deadline in the batch queue, beyond which no policy asks what becomes of a queue. One
 * serves a resource manager; its machine queues read it.
 */
final class Horizon {
  private static final long NONE = 0;

  private long latest = NONE;

  /** In ticks. */
  long latest() {
    return latest;
  }

  /** The batch queue has a task of this deadline. */
  void include(long deadline) {
    latest = Math.max(latest, deadline);
  }

  /** The batch queue is looked through again. */
  void clear() {
    latest = NONE;
  }
}
