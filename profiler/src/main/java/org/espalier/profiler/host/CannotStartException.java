package org.espalier.profiler.host;

/** A command cannot be started; the message says why and what to do. */
public final class CannotStartException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message for users. */
  public CannotStartException(String message) {
    super(message);
  }
}
