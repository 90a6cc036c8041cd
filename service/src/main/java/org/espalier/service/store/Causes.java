package org.espalier.service.store;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;

/** What is behind an exception. */
final class Causes {
  private Causes() {}

  /** The first of a kind among an exception and its causes. */
  static <T extends Throwable> Optional<T> find(Throwable e, Class<T> kind) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return Optional.of(kind.cast(cause));
      }
    }
    return Optional.empty();
  }

  /** The last SQL exception among an exception and its causes: what the database said. */
  static SQLException deepest(SQLException e) {
    SQLException deepest = e;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException said) {
        deepest = said;
      }
    }
    return deepest;
  }

  /** Whether the pool gave up on a connection. */
  static boolean inPool(SQLException e) {
    return e instanceof SQLTransientConnectionException;
  }
}
