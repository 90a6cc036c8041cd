package org.espalier.core.allocation.journal;

/** Why a policy drops, evicts or discards a task before its deadline. */
public enum DropReason {
  /** Its chance of success is at or below the dropping threshold. */
  BELOW_THRESHOLD,
  /** Without it the tasks behind it gain more than it would. */
  PROACTIVE,
  /** It would earn too little, wherever it were run. */
  LOW_UTILITY,
  /** What is left of its chance is worth less than the time that its machine would still take. */
  BELOW_PRICE
}
