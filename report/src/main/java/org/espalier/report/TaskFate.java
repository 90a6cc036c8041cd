package org.espalier.report;

/** How a task of a trace left the system. */
public enum TaskFate {
  /** Finished by its deadline. */
  ON_TIME(true),
  /** Finished after its deadline. */
  LATE(true),
  /** Its deadline passed while it waited for a machine. */
  EXPIRED_IN_BATCH(false),
  /** Its deadline passed while it waited in a machine queue. */
  EXPIRED_IN_QUEUE(false),
  /** Its deadline passed while it ran, and it was stopped. */
  EVICTED(true),
  /** Dropped by the pruner before it started. */
  DROPPED_PENDING(false),
  /** Dropped by the pruner while it ran. */
  DROPPED_RUNNING(true),
  /** Dropped before it started for the good of the tasks behind it. */
  DROPPED_PROACTIVELY(false),
  /** Discarded from the batch queue before its deadline. */
  DISCARDED(false);

  private final boolean started;

  TaskFate(boolean started) {
    this.started = started;
  }

  /** Returns whether a task with this fate has run, and so has a machine and a start. */
  public boolean started() {
    return started;
  }
}
