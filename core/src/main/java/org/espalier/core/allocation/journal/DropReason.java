package org.espalier.core.allocation.journal;

/** Why a policy drops, evicts or discards a task before its deadline. */
public enum DropReason {
  /** Its chance of success is at or below the dropping threshold. */
  BELOW_THRESHOLD("its chance being at or below the threshold"),
  /** Without it the tasks behind it gain more than it would. */
  PROACTIVE("for the good of those behind it"),
  /** It would earn too little, wherever it were run. */
  LOW_UTILITY("being worth too little"),
  /** What is left of its chance is worth less than the time that its machine would still take. */
  BELOW_PRICE("being worth less than its machine's time");

  private final String label;

  DropReason(String label) {
    this.label = label;
  }

  /** It in words, as they stand behind what became of the task. */
  public String label() {
    return label;
  }
}
