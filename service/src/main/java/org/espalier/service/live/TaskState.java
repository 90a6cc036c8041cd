package org.espalier.service.live;

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

  /** Whether nothing more happens to a task in this state. */
  public boolean isFinal() {
    return compareTo(COMPLETED) >= 0;
  }
}
