package org.espalier.profiler.run;

/** A plan cannot go on; the message says why. What was measured before is kept. */
public final class PlanFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message for users. */
  public PlanFailedException(String message) {
    super(message);
  }

  /** With a message for users, and its cause. */
  public PlanFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
