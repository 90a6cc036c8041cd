package org.espalier.report;

/** How a task of a trace left the system. */
public enum TaskFate {
  /** Finished by its deadline. */
  ON_TIME,
  /** Finished after its deadline. */
  LATE,
  /** Its deadline passed while it waited for a machine. */
  EXPIRED_IN_BATCH,
  /** Its deadline passed while it waited in a machine queue. */
  EXPIRED_IN_QUEUE,
  /** Its deadline passed while it ran, and it was stopped. */
  EVICTED,
  /** Dropped by the pruner before it started. */
  DROPPED_PENDING,
  /** Dropped by the pruner while it ran. */
  DROPPED_RUNNING,
  /** Dropped before it started for the good of the tasks behind it. */
  DROPPED_PROACTIVELY,
  /** Discarded from the batch queue before its deadline. */
  DISCARDED,
  /** Lost while it ran, as its machine failed. */
  FAILED
}
