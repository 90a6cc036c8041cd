package org.espalier.core.allocation.journal;

/**
 * How an execution came to its end before it was to be evicted, which nobody had told.
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
    /** Stopped at an earlier word to the back end, of which its driver knows no more. */
    STOPPED
  }
}
