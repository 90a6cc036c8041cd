package org.espalier.service.store;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Standing;
import org.espalier.service.live.TaskQuery;

/** A store in a database: one connection writes, a few read. */
final class SqlStore implements Store {
  private static final int KEYS_AT_ONCE = 500;

  private final Engine engine;
  private final Writer writer;
  private final HikariDataSource readers;

  private SqlStore(Engine engine, Writer writer) {
    this.engine = engine;
    this.writer = writer;
    this.readers = engine.readers();
  }

  /** Connects and brings the tables up to date; the engine is closed with the store. */
  static SqlStore open(Engine engine) {
    return new SqlStore(engine, Writer.open(engine));
  }

  /** One to be looked at while another service decides; nothing else may be asked of it. */
  static SqlStore lookAt(Engine engine) {
    return new SqlStore(engine, new Writer(engine));
  }

  @Override
  public Map<String, String> facts() {
    return read(connection -> facts(new Writer.Session(connection)));
  }

  /** The tasks that have not left, by a connection that reads; none if there are no tables yet. */
  static List<LiveTask> unfinished(Engine engine) {
    try (HikariDataSource readers = engine.readers();
        Connection connection = readers.getConnection();
        ResultSet table =
            connection.getMetaData().getTables(null, connection.getSchema(), "task", null)) {
      return table.next() ? unfinished(new Writer.Session(connection)) : List.of();
    } catch (SQLException e) {
      throw engine.translated(e);
    }
  }

  @Override
  public String id() {
    return writer.ask(session -> String.valueOf(session.text(Writer.ID)));
  }

  @Override
  public long tenure() {
    return writer.tenure();
  }

  /** By the connection that writes, so that nothing is written between the questions. */
  @Override
  public Resumption resume() {
    return writer.ask(session -> {
      long lastTask = session.number(Rows.LAST_TASK);
      return new Resumption(
          facts(session),
          unfinished(session),
          lastTask + 1,
          session.number(Rows.LAST_SEQUENCE),
          session.number(Rows.LAST_TICK));
    });
  }

  private static Map<String, String> facts(Writer.Session session) throws SQLException {
    Map<String, String> facts = new HashMap<>();
    try (ResultSet row = session.prepared("SELECT name, value FROM fact").executeQuery()) {
      while (row.next()) {
        facts.put(row.getString(1), row.getString(2));
      }
    }
    facts.remove(Writer.ID_FACT); // of no service
    return facts;
  }

  private static List<LiveTask> unfinished(Writer.Session session) throws SQLException {
    String sql =
        "SELECT content FROM task WHERE standing IN (%s) ORDER BY id"
            .formatted(marks(TaskSearch.UNFINISHED.size()));
    return found(session.prepared(sql), TaskSearch.UNFINISHED, Rows::tasks);
  }

  /** {@inheritDoc} Asked by the connection that writes. */
  @Override
  public void check() {
    writer.ask(session -> {
      writer.renew(session);
      return session.number(Writer.TENURE);
    });
  }

  @Override
  public boolean isFollowed() {
    return writer.isFollowed();
  }

  @Override
  public List<Standing> services() {
    return engine.lease() != null ? read(Lease::services) : List.of();
  }

  @Override
  public void commit(Change change) {
    writer.write(session -> {
      writer.renew(session);
      Rows.upsert(change.tasks(), session);
      Rows.insert(change.journal(), session);
      setFacts(change.facts(), session);
      return change;
    });
    change.journal().stream().mapToLong(JournalLine::sequence).max().ifPresent(writer::acknowledge);
  }

  private static void setFacts(Map<String, String> facts, Writer.Session session)
      throws SQLException {
    session.each(
        facts.entrySet(),
        Writer.SET_FACT,
        (fact, set) -> {
          set.setString(1, StoredTexts.storable(fact.getKey()));
          set.setString(2, StoredTexts.storable(fact.getValue()));
        });
  }

  @Override
  public Optional<LiveTask> find(long id) {
    return read(Rows.TASK, List.of(id), Rows::tasks).stream().findFirst();
  }

  @Override
  public List<LiveTask> withKeys(Collection<String> keys) {
    List<String> all = keys.stream().map(StoredTexts::storable).toList();
    List<LiveTask> tasks = new ArrayList<>();
    for (int from = 0; from < all.size(); from += KEYS_AT_ONCE) {
      List<String> some = all.subList(from, Math.min(all.size(), from + KEYS_AT_ONCE));
      String sql =
          "SELECT content FROM task WHERE submission_key IN (%s)".formatted(marks(some.size()));
      tasks.addAll(read(sql, some, Rows::tasks));
    }
    return tasks;
  }

  @Override
  public List<LiveTask> list(TaskQuery query) {
    TaskSearch search = new TaskSearch(query);
    return read(search.sql(), search.values(), Rows::tasks);
  }

  @Override
  public List<JournalLine> journal(long after, int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit is %s; expected 0 or more".formatted(limit));
    }
    return read(Rows.AFTER, List.of(after, limit), Rows::lines);
  }

  @Override
  public List<JournalLine> history(long task) {
    return read(Rows.OF_TASK, List.of(task), Rows::lines);
  }

  @Override
  public int forget(long before, long keysBefore) {
    return Retention.forget(before, keysBefore, writer);
  }

  @Override
  public Path copy() {
    try {
      return engine.copy();
    } catch (SQLException e) {
      throw engine.translated(e);
    }
  }

  private <T> T read(String sql, List<?> values, Found<T> rows) {
    return read(connection -> {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        return found(statement, values, rows);
      }
    });
  }

  /** What a statement finds with some values in the places of its marks. */
  private static <T> T found(PreparedStatement statement, List<?> values, Found<T> rows)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
    try (ResultSet found = statement.executeQuery()) {
      return rows.read(found);
    }
  }

  private <T> T read(Reading<T> reading) {
    if (readers.isClosed()) {
      throw new IllegalStateException(engine.name() + " is closed");
    }
    try {
      return tried(reading);
    } catch (SQLException e) {
      throw engine.translated(e);
    }
  }

  /** Once more with a new connection, since the old ones may have been cut unnoticed. */
  private <T> T tried(Reading<T> reading) throws SQLException {
    try (Connection connection = readers.getConnection()) {
      return reading.in(connection);
    } catch (SQLException e) {
      if (Causes.inPool(e) || !(engine.translated(e) instanceof StoreUnavailableException)) {
        throw e;
      }
      readers.getHikariPoolMXBean().softEvictConnections();
    }
    try (Connection connection = readers.getConnection()) {
      return reading.in(connection);
    }
  }

  private static String marks(int count) {
    return String.join(", ", Collections.nCopies(count, "?"));
  }

  @Override
  public void close() {
    try {
      readers.close();
      writer.close();
    } finally {
      engine.close();
    }
  }

  private interface Reading<T> {
    T in(Connection connection) throws SQLException;
  }

  private interface Found<T> {
    T read(ResultSet rows) throws SQLException;
  }
}
