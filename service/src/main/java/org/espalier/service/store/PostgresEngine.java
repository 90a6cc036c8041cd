package org.espalier.service.store;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.postgresql.Driver;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server. The connection that writes holds an advisory lock for its session, so that
 * nothing can be written by a service that has lost the lock: with the connection it loses both. A
 * transaction that was cut off holds the lock until the server has ended it, so that its outcome is
 * settled before the next one begins.
 */
final class PostgresEngine implements Engine {
  /** The first half of the advisory lock's key, "espl"; the other half is the schema. */
  private static final int LOCK = 0x6573706c;

  private static final Duration LOCK_PATIENCE = Duration.ofSeconds(3);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

  /** No statement may hang for ever; a server that is gone gives the lock back in half a minute. */
  private static final String PATIENCE =
      """
      SET statement_timeout = '10s';
      SET lock_timeout = '5s';
      SET idle_in_transaction_session_timeout = '60s';
      SET tcp_keepalives_idle = 10;
      SET tcp_keepalives_interval = 5;
      SET tcp_keepalives_count = 3\
      """;

  static final String SCHEME = "jdbc:postgresql:";

  /** The driver's settings unless the address has others, which come behind them. */
  private static final String USUAL =
      "?ApplicationName=espalier&connectTimeout=5&socketTimeout=20&tcpKeepAlive=true"
          + "&targetServerType=primary&reWriteBatchedInserts=true&";

  private final PGSimpleDataSource source = new PGSimpleDataSource();
  private final PGSimpleDataSource patientSource = new PGSimpleDataSource();

  private PostgresEngine(String url) {
    source.setURL(url);
    patientSource.setURL(url);
    patientSource.setSocketTimeout(0);
  }

  /**
   * A server.
   *
   * @param address its JDBC URL, which may hold a password and is not told for that
   */
  static PostgresEngine of(String address) {
    String[] parts = address.split("\\?", 2);
    String url = parts[0] + USUAL + (parts.length > 1 ? parts[1] : "");
    Properties parsed = parts[0].contains("@") ? null : Driver.parseURL(url, null);
    if (parsed == null || parsed.getProperty("PGDBNAME", "").isEmpty()) {
      throw new IllegalArgumentException(
          "the store's address is no JDBC URL of PostgreSQL; expected"
              + " jdbc:postgresql://host:port/database?user=name, with others than"
              + " letters and digits in names written as %40");
    }
    return new PostgresEngine(url);
  }

  @Override
  public String name() {
    String[] hosts = source.getServerNames();
    int[] ports = source.getPortNumbers();
    String places =
        IntStream.range(0, hosts.length)
            .mapToObj(i -> hosts[i] + ":" + ports[i])
            .collect(Collectors.joining(","));
    String user = source.getUser() == null ? "" : source.getUser() + "@";
    return "the store postgresql://%s%s/%s".formatted(user, places, source.getDatabaseName());
  }

  @Override
  public String remedyForForeignTables() {
    return "give a database of its own, or a schema of its own with ?currentSchema=<name>";
  }

  @Override
  public String longType() {
    return "BIGINT";
  }

  /** Without a limit on a statement, since a large table takes its time to change. */
  @Override
  public DataSource migrations() {
    return patientSource;
  }

  @Override
  public HikariDataSource readers() {
    return Pools.readers(source, PATIENCE);
  }

  @Override
  public Connection connectWriter() throws SQLException {
    Connection connection = source.getConnection();
    try {
      begin(connection);
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private void begin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(PATIENCE);
      statement.execute("SET synchronous_commit = on");
    }
    takeLock(connection, schema(connection));
    connection.setAutoCommit(false);
  }

  private String schema(Connection connection) throws SQLException {
    String schema = connection.getSchema();
    if (schema == null) {
      throw new StoreRefusedException(
          "%s has no schema of the name that is asked for; create it: CREATE SCHEMA <name>"
              .formatted(name()));
    }
    return schema;
  }

  /** Waits a little, since a server notices the end of a service that was killed a little later. */
  private void takeLock(Connection connection, String schema) throws SQLException {
    long end = System.nanoTime() + LOCK_PATIENCE.toNanos();
    while (!tryLock(connection, schema)) {
      if (System.nanoTime() - end > 0) {
        throw new StoreUnavailableException(
            "%s is in use by another service%s; stop it, or give this one a store of its own"
                .formatted(name(), holder(connection, schema).orElse("")));
      }
      pause();
    }
  }

  private static boolean tryLock(Connection connection, String schema) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT pg_try_advisory_lock(?, ?)")) {
      statement.setInt(1, LOCK);
      statement.setInt(2, schema.hashCode());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** Who has the lock, as far as this user may know. */
  private static Optional<String> holder(Connection connection, String schema) throws SQLException {
    String sql =
        """
        SELECT format(' (connection %s of %s)', a.pid, coalesce(host(a.client_addr), 'this host'))
        FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND l.classid::bigint = ? AND l.objid::bigint = ?\
        """;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, LOCK);
      statement.setLong(2, Integer.toUnsignedLong(schema.hashCode()));
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
      }
    }
  }

  private void pause() {
    try {
      Thread.sleep(BETWEEN_TRIES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException(
          name() + ": interrupted while another service used it", e);
    }
  }

  @Override
  public String place(Connection connection) throws SQLException {
    String sql =
        "SELECT system_identifier || ' ' || 'mark'::regclass::oid FROM pg_control_system()";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  @Override
  public Path copy() {
    throw new StoreRefusedException(
        name()
            + " is backed up by the tools of PostgreSQL, as in pg_dump -Fc --file=FILE DATABASE");
  }

  @Override
  public RuntimeException translated(SQLException e) {
    SQLException said = Causes.deepest(e);
    String state = said.getSQLState() == null ? "" : said.getSQLState();
    return translated(state, said, e);
  }

  /** By the SQL state, see the appendix on error codes of PostgreSQL's manual. */
  private RuntimeException translated(String state, SQLException said, SQLException e) {
    String problem =
        switch (state) {
          case "53100" -> "the server's disk is full; free some space there";
          case "53300" -> "the server has no connection left; raise max_connections";
          case "25006" -> "the server only reads at present; give the address of the primary";
          case "57014" -> "a statement took too long; see what holds the server up";
          case "55P03" -> "a table is locked by another; end what holds it";
          case "57P01", "57P02", "57P03" -> "the server starts or stops; start it if it stays so";
          default -> problem(state.length() < 2 ? "" : state.substring(0, 2), e);
        };
    if (!problem.isEmpty()) {
      return new StoreUnavailableException(said(problem, said), e);
    }
    return switch (state.length() < 2 ? "" : state.substring(0, 2)) {
      case "22", "23" -> new IllegalArgumentException(said("a change breaks a rule", said), e);
      case "28" ->
          new StoreRefusedException(
              said("the server refuses this user or password; correct them", said), e);
      case "3D" -> new StoreRefusedException(said("there is no such database; create it", said), e);
      case "42" ->
          new StoreRefusedException(
              said(
                  "this user may not do what a store needs; make it the owner of the schema", said),
              e);
      default ->
          new StoreRefusedException(said("it failed in a way that is not foreseen", said), e);
    };
  }

  /** What is wrong for a while, by the class of a state; empty if it is wrong for good. */
  private static String problem(String family, SQLException e) {
    return switch (family) {
      case "08" ->
          "the server cannot be reached; see that it runs and that address and network are right";
      case "25", "40", "55", "57" -> "the server broke a transaction off";
      case "53" -> "the server is short of a resource; see its log";
      case "58" -> "the server's system failed; see its log";
      default -> family.isEmpty() && Causes.inPool(e) ? "no connection came free in time" : "";
    };
  }

  private String said(String problem, SQLException said) {
    return "%s: %s (%s)".formatted(name(), problem, said.getMessage());
  }

  @Override
  public void close() {
    // The lock goes with the connection that writes.
  }
}
