package org.espalier.service.store;

import org.jspecify.annotations.Nullable;

/**
 * The store cannot be used, and will not be until somebody changes something: the address, a
 * password, the version of this program, a damaged file.
 */
public final class StoreRefusedException extends RuntimeException {
  /** With what is wrong and what to do. */
  public StoreRefusedException(String message) {
    this(message, null);
  }

  /** With what the database said. */
  public StoreRefusedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
