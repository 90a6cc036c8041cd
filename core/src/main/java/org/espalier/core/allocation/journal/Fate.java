package org.espalier.core.allocation.journal;

/** How a task left the system. */
public enum Fate {
  /** Finished at or before its deadline. */
  ON_TIME("on time", false),
  /** Finished after its deadline. */
  LATE("late", true),
  /** Its deadline passed in the batch queue (a reactive drop). */
  EXPIRED_IN_BATCH("expired in batch queue", true),
  /** Its deadline passed in a machine queue, or it could not start before it (a reactive drop). */
  EXPIRED_IN_QUEUE("expired in machine queue", true),
  /** It was running when its deadline passed, and was evicted. */
  EVICTED("evicted at deadline", true),
  /** Dropped from a machine queue by the threshold pruner. */
  DROPPED_PENDING("dropped while pending", false),
  /** Dropped while running by the threshold pruner, or as worth less than its machine's time. */
  DROPPED_RUNNING("dropped while running", false),
  /** Dropped from a machine queue by the proactive pruner. */
  DROPPED_PROACTIVELY("dropped proactively", false),
  /** Discarded from the batch queue by the policy before its deadline. */
  DISCARDED("discarded", false),
  /** Its execution failed, or its machine did. */
  FAILED("failed", false),
  /** A user took it back; on real machines only. */
  CANCELLED("cancelled", false);

  private final String label;
  private final boolean miss;

  Fate(String label, boolean miss) {
    this.label = label;
    this.miss = miss;
  }

  /** Name in tables and figures. */
  public String label() {
    return label;
  }

  /** Whether the policy removed it before its deadline. */
  public boolean isPruned() {
    return switch (this) {
      case DROPPED_PENDING, DROPPED_RUNNING, DROPPED_PROACTIVELY, DISCARDED -> true;
      case ON_TIME, LATE, EXPIRED_IN_BATCH, EXPIRED_IN_QUEUE, EVICTED, FAILED, CANCELLED -> false;
    };
  }

  /** Whether it follows at once from what a driver tells; all others are settled. */
  public boolean isTold() {
    return this == ON_TIME || this == LATE || this == FAILED || this == CANCELLED;
  }

  /** Whether the oversubscription meter counts it as a deadline miss (JOURNAL 5.4). */
  public boolean isMiss() {
    return miss;
  }
}
