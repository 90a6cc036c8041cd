package org.espalier.service.live;

import org.espalier.core.allocation.journal.Fate;

/** Where a live task stands. */
public enum TaskState {
  /** In the batch queue. */
  QUEUED,
  /** In a machine queue. */
  ASSIGNED,
  /** Executing. */
  RUNNING,
  /** Finished, on time or late. */
  COMPLETED,
  /** Not worth running, or its deadline passed while it waited. */
  DROPPED,
  /** Stopped while it ran: at its deadline, or by the pruner. */
  EVICTED,
  /** Its command failed, or its machine did. */
  FAILED,
  /** Taken back by a user. */
  CANCELLED;

  /** The state of a task that left in some way. */
  public static TaskState of(Fate fate) {
    return switch (fate) {
      case ON_TIME, LATE -> COMPLETED;
      case EVICTED, DROPPED_RUNNING -> EVICTED;
      case EXPIRED_IN_BATCH, EXPIRED_IN_QUEUE, DROPPED_PENDING, DROPPED_PROACTIVELY, DISCARDED ->
          DROPPED;
      case FAILED -> FAILED;
      case CANCELLED -> CANCELLED;
    };
  }

  /** Whether nothing more happens to a task in this state. */
  public boolean isFinal() {
    return compareTo(COMPLETED) >= 0;
  }
}
