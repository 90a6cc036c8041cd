package org.espalier.core.allocation;

/** Why a task was dropped or evicted. */
public enum DropReason {
  /** Its deadline has passed. */
  DEADLINE_PASSED,
  /** Its chance of success is at or below the dropping threshold. */
  BELOW_THRESHOLD,
  /** Without it the tasks behind it gain more than it would. */
  PROACTIVE
}
