package org.espalier.core.allocation.journal;

/** A policy took a decision that the state or the rules do not allow, or none at all. */
public final class IllegalDecisionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public IllegalDecisionException(String message) {
    super(message);
  }

  public IllegalDecisionException(String message, Throwable cause) {
    super(message, cause);
  }
}
