package org.espalier.core.allocation.journal;

/**
 * How an execution came to its end.
 *
 * @param time when it was over, not before its start
 * @param how in which way
 */
public record ExecutionEnd(long time, How how) {
  /** In which way an execution is over. */
  public enum How {
    /** By itself, and well. */
    FINISHED,
    /** By itself, but it failed. */
    FAILED,
    /** It was stopped. */
    STOPPED,
    /** Nobody knows for now. It is told to stop, and its machine tells how it ended. */
    OPEN
  }
}
