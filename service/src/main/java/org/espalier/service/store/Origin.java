package org.espalier.service.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.espalier.service.files.FilePlace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a store comes from when it is opened: it was here before, or it is a copy, as one that was
 * restored is. A service may have gone on with the store that it is a copy of.
 */
final class Origin {
  private static final Logger LOG = LoggerFactory.getLogger(Origin.class);

  private Origin() {}

  /** Notes where it is now, and if it was elsewhere before, that it is a copy. */
  static void note(Engine engine, Writer.Session session) throws SQLException {
    String here = engine.place(session.connection());
    Optional<String> before = before(session);
    boolean isCopy = before.filter(place -> !FilePlace.isSame(place, here)).isPresent();
    if (engine.lacksLog() && session.number("SELECT closed FROM mark") == 0) {
      warn(engine, isCopy);
    }
    if (isCopy) {
      set(SqlStore.SET_FACT, session, Store.RESTORED, "yes");
    }
    set("UPDATE mark SET place = ?", session, here);
  }

  private static Optional<String> before(Writer.Session session) throws SQLException {
    try (ResultSet row = session.prepared("SELECT place FROM mark").executeQuery()) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    }
  }

  /** A service that has it open, or was killed, has left a log with its last changes. */
  private static void warn(Engine engine, boolean isCopy) {
    String lost =
        "%s was in use, and its log, the file beside it that ends in -wal, is not there"
            .formatted(engine.name());
    if (isCopy) {
      throw new StoreRefusedException(
          lost
              + ": a copy of the one file says what was long ago, or nothing; make a backup with"
              + " espalier backup, or copy the whole directory while no service runs");
    }
    LOG.warn("{}; the last changes are lost, unless it was closed in order", lost);
  }

  private static void set(String sql, Writer.Session session, String... values)
      throws SQLException {
    PreparedStatement statement = session.prepared(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setString(i + 1, values[i]);
    }
    statement.executeUpdate();
  }
}
