package org.espalier.service.store;

import org.jspecify.annotations.Nullable;

/**
 * The database does not answer, is full, is used by another, or cannot be written; it may later.
 */
public final class StoreUnavailableException extends RuntimeException {
  /** With what is wrong and what to do. */
  public StoreUnavailableException(String message) {
    this(message, null);
  }

  /** With what the database said. */
  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
