package org.espalier.profiler.host;

/**
 * What came of a run.
 *
 * @param end how it ended
 * @param code the exit code, or the number of the signal that ended it
 * @param seconds from just before the start to its end, by a clock that only moves forward where
 *     the machine has one
 * @param output the end of what it wrote to standard output and standard error, as much as was
 *     wanted
 */
public record RunOutcome(End end, int code, double seconds, Resources resources, String output) {

  /** How a run ended. */
  public enum End {
    /** By itself, with an exit code. */
    EXITED,
    /** By a signal of others. */
    SIGNALLED,
    /** Killed at its time limit. */
    TIMED_OUT,
    /** Killed because {@link Running#close} was called. */
    CLOSED,
    /** The connection to the machine broke; nothing is known of it. */
    LOST
  }

  /** Whether it exited with code 0. */
  public boolean succeeded() {
    return end == End.EXITED && code == 0;
  }
}
