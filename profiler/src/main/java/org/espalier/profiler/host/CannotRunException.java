package org.espalier.profiler.host;

/**
 * A machine cannot be used, or a command cannot be started on it; the message says why and what to
 * do.
 */
public final class CannotRunException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message for users. */
  public CannotRunException(String message) {
    super(message);
  }
}
