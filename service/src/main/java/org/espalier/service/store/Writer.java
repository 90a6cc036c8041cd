package org.espalier.service.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.espalier.service.files.FilePlace;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection that writes. Transactions take turns in the order in which they are asked for.
 * After a failure the connection is given up and the next transaction opens another, so that a
 * database that comes back is found by itself.
 *
 * <p>While the connection was lost another service may have had the store, or the database may have
 * been set back to an earlier state. What this service keeps in memory is worth nothing then, so
 * that a new connection is used only if the store is as this service left it: the same tenure, a
 * number that grows with each opening, and a journal that reaches as far as was acknowledged.
 */
final class Writer implements AutoCloseable {
  static final String SET_FACT =
      """
      INSERT INTO fact (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value\
      """;

  static final String ID_FACT = "store";

  /** The store's own id. */
  static final String ID = "SELECT value FROM fact WHERE name = '" + ID_FACT + "'";

  /** How often the store was opened. */
  static final String TENURE = "SELECT tenure FROM mark";

  /**
   * Rows of a batch. SQLite's driver clears, after every batch, the room that the largest one took.
   */
  private static final int ROWS_AT_ONCE = 64;

  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

  private final Engine engine;
  private final ReentrantLock turn = new ReentrantLock(true);
  private @Nullable Session session;
  private long tenure;
  private long acknowledged;
  private boolean closed;
  private volatile boolean followed;

  /** One that has no connection yet. */
  Writer(Engine engine) {
    this.engine = engine;
  }

  /** Connects, brings the tables up to date and begins a new tenure. */
  static Writer open(Engine engine) {
    Writer writer = new Writer(engine);
    try {
      Session first = new Session(engine.connectWriter(_ -> {}));
      writer.session = first;
      Schema.bringUpToDate(engine);
      writer.notePlace(first);
      writer.tenure = writer.newTenure(first);
      engine.settle(first.connection);
      Lease lease = engine.lease();
      writer.acknowledged = lease == null ? 0 : lease.lastSeen();
      writer.checkJournal(first);
      writer.acknowledged = first.number(Rows.LAST_SEQUENCE);
      first.connection.commit();
      return writer;
    } catch (SQLException e) {
      writer.close();
      throw engine.translated(e);
    } catch (RuntimeException | Error e) {
      writer.close();
      throw e;
    }
  }

  /**
   * Notes where the store is, and if it was elsewhere before, that it is a copy. A service that has
   * a store open, or was killed, has left a log beside it, without which a copy is an old state.
   */
  private void notePlace(Session first) throws SQLException {
    String here = engine.place(first.connection);
    String before = first.text("SELECT place FROM mark");
    boolean wasThere = before != null && FilePlace.isSame(before, here);
    boolean isCopy = before != null && (!wasThere || engine.isSetBack(first.connection));
    if (isCopy && engine.lacksLog() && first.number("SELECT closed FROM mark") == 0) {
      throw new StoreRefusedException(
          engine.name()
              + " was in use when it was copied, and its log, the file beside it that ends in -wal,"
              + " is not here: it says what was long ago, or nothing; make a backup with espalier"
              + " backup, or copy the whole directory while no service runs");
    }
    if (isCopy) {
      first.set(SET_FACT, Store.RESTORED, "yes");
    }
    if (isCopy || first.text(ID) == null) {
      first.set(SET_FACT, ID_FACT, UUID.randomUUID().toString());
    }
    first.set("UPDATE mark SET place = ?", here);
  }

  private long newTenure(Session session) throws SQLException {
    session.prepared("UPDATE mark SET tenure = tenure + 1, closed = 0").executeUpdate();
    Lease lease = engine.lease();
    if (lease != null) {
      lease.begin(session.connection);
    }
    long own = session.number(TENURE);
    engine.count(session.connection);
    session.connection.commit();
    engine.noteCount();
    return own;
  }

  long tenure() {
    return tenure;
  }

  /** Changes something in a transaction. */
  <T> T write(Work<T> work) {
    turn.lock();
    try {
      T result =
          inSession(session -> {
            T changed = work.in(session);
            engine.count(session.connection);
            return changed;
          });
      engine.noteCount();
      return result;
    } finally {
      turn.unlock();
    }
  }

  /** Asks something of what is durable, when no change is under way. */
  <T> T ask(Work<T> work) {
    turn.lock();
    try {
      return inSession(work);
    } finally {
      turn.unlock();
    }
  }

  /** Says in a transaction that the store is this one's still, if that is due. */
  void renew(Session session) throws SQLException {
    Lease lease = engine.lease();
    if (lease != null) {
      lease.renew(session.connection);
    }
  }

  /** Remembers that the journal is durable up to a sequence number. */
  void acknowledge(long sequence) {
    turn.lock();
    try {
      acknowledged = Math.max(acknowledged, sequence);
    } finally {
      turn.unlock();
    }
  }

  private <T> T inSession(Work<T> work) {
    if (closed) {
      throw new IllegalStateException(engine.name() + " is closed");
    }
    try {
      Session current = session();
      T result = work.in(current);
      current.connection.commit();
      return result;
    } catch (SQLException e) {
      giveUp();
      throw engine.translated(e);
    } catch (RuntimeException | Error e) {
      giveUp();
      throw e;
    }
  }

  private Session session() throws SQLException {
    Session current = session;
    if (current == null) {
      current = new Session(engine.connectWriter(this::checkTenure));
      session = current;
      check(current);
    }
    return current;
  }

  private void check(Session fresh) throws SQLException {
    checkTenure(fresh.connection);
    checkJournal(fresh);
    fresh.connection.commit();
  }

  private void checkTenure(Connection connection) throws SQLException {
    if (new Session(connection).number(TENURE) != tenure) {
      followed = true;
      throw new StoreRefusedException(
          "%s was used by another service while it was out of reach; start this service again"
              .formatted(engine.name()));
    }
  }

  /** Whether another service has had the store since. */
  boolean isFollowed() {
    return followed;
  }

  private void checkJournal(Session fresh) throws SQLException {
    long last = fresh.number(Rows.LAST_SEQUENCE);
    if (last < acknowledged) {
      throw new StoreRefusedException(
          "%s has lost entries %s to %s of the journal while it was out of reach; start this service again, and see whether a backup took its place"
              .formatted(engine.name(), last + 1, acknowledged));
    }
  }

  private void giveUp() {
    Session failed = session;
    session = null;
    if (failed != null) {
      failed.abandon();
    }
  }

  @Override
  public void close() {
    turn.lock();
    try {
      sign();
    } finally {
      closed = true;
      giveUp();
      turn.unlock();
    }
  }

  /** Notes that all of the store will be in its file; where that fails it is as after a kill. */
  private void sign() {
    try {
      if (session != null && tenure > 0) {
        write(current -> current.prepared("UPDATE mark SET closed = 1").executeUpdate());
      }
    } catch (RuntimeException e) {
      LOG.debug("the end could not be noted", e);
    }
  }

  /** Something to do in a transaction. */
  interface Work<T> {
    T in(Session session) throws SQLException;
  }

  /** Sets the parameters of a statement for an item. */
  interface Binding<T> {
    void bind(T item, PreparedStatement statement) throws SQLException;
  }

  /** A connection and its prepared statements, one for each text of the few there are. */
  static final class Session {
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    Session(Connection connection) {
      this.connection = connection;
    }

    /** A statement that is kept; its text must be a constant. */
    PreparedStatement prepared(String sql) throws SQLException {
      PreparedStatement statement = statements.get(sql);
      if (statement == null) {
        statement = connection.prepareStatement(sql);
        statements.put(sql, statement);
      }
      return statement;
    }

    /** Does a kept statement once for each item, in batches. */
    <T> void each(Collection<T> items, String sql, Binding<T> binding) throws SQLException {
      if (items.isEmpty()) {
        return;
      }
      PreparedStatement statement = prepared(sql);
      int waiting = 0;
      for (T item : items) {
        binding.bind(item, statement);
        statement.addBatch();
        if (++waiting == ROWS_AT_ONCE) {
          statement.executeBatch();
          waiting = 0;
        }
      }
      statement.executeBatch();
    }

    /** Does a kept statement with texts. */
    void set(String sql, String... texts) throws SQLException {
      PreparedStatement statement = prepared(sql);
      for (int i = 0; i < texts.length; i++) {
        statement.setString(i + 1, texts[i]);
      }
      statement.executeUpdate();
    }

    /** The one text that a query gives, if it is one. */
    @Nullable String text(String sql) throws SQLException {
      try (ResultSet row = prepared(sql).executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    }

    /** The one number that a query gives. */
    long number(String sql) throws SQLException {
      try (ResultSet row = prepared(sql).executeQuery()) {
        if (!row.next()) {
          throw new SQLException("no row: " + sql);
        }
        return row.getLong(1);
      }
    }

    private void abandon() {
      try (connection) {
        connection.rollback();
      } catch (SQLException e) {
        // What could not be rolled back ends with the connection.
      }
    }
  }
}
