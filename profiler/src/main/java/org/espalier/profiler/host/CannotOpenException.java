package org.espalier.profiler.host;

/** A machine cannot be used; the message says why and what to do. */
public final class CannotOpenException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message for users. */
  public CannotOpenException(String message) {
    super(message);
  }
}
