package org.espalier.service.store;

/** The database does not answer, is full, or cannot be written; it may later. */
public final class StoreUnavailableException extends RuntimeException {
  /** With what the database said. */
  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
