package org.espalier.service.store;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server. The connection that writes holds an advisory lock for its session, so that
 * nothing can be written by a service that has lost the lock: with the connection it loses both. A
 * transaction that was cut off holds the lock until the server has ended it, so that its outcome is
 * settled before the next one begins.
 */
final class PostgresEngine implements Engine {
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

  private final Lease lease;

  /** Waits for the store, and hears who has it; null once that is over, or where it does not. */
  private @Nullable Consumer<List<Standing>> standBy;

  private PostgresEngine(String url, Lease lease, @Nullable Consumer<List<Standing>> standBy) {
    this.lease = lease;
    this.standBy = standBy;
    source.setURL(url);
    patientSource.setURL(url);
    patientSource.setSocketTimeout(0);
  }

  /**
   * A server.
   *
   * @param address its JDBC URL, which may hold a password and is not told for that
   * @param lease of the service that uses it
   * @param standBy hears who has the store while it is waited for; null if it is not
   */
  static PostgresEngine of(
      String address, Lease lease, @Nullable Consumer<List<Standing>> standBy) {
    String[] parts = address.split("\\?", 2);
    String url = parts[0] + USUAL + (parts.length > 1 ? parts[1] : "");
    Properties parsed = parts[0].contains("@") ? null : Driver.parseURL(url, null);
    if (parsed == null || parsed.getProperty("PGDBNAME", "").isEmpty()) {
      throw new IllegalArgumentException(
          "the store's address is no JDBC URL of PostgreSQL; expected"
              + " jdbc:postgresql://host:port/database?user=name, with others than"
              + " letters and digits in names written as %40");
    }
    return new PostgresEngine(url, lease, standBy);
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
  public Connection connectWriter(Look meanwhile) throws SQLException {
    Connection connection = source.getConnection();
    try {
      begin(connection, meanwhile);
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private void begin(Connection connection, Look meanwhile) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(PATIENCE);
      statement.execute("SET synchronous_commit = on");
    }
    lease.connected(connection, schema(connection));
    refusePooler(connection);
    if (standBy == null) {
      takeLock(connection, meanwhile);
    } else {
      lease.await(connection, standBy);
      standBy = null;
    }
    connection.setAutoCommit(false);
  }

  /** A lock is of a session, and a pooler may give the session to another connection. */
  private void refusePooler(Connection connection) throws SQLException {
    int own = session(connection);
    if (own == connection.unwrap(PGConnection.class).getBackendPID()) {
      return;
    }
    try (Connection other = source.getConnection()) {
      other.setAutoCommit(false);
      if (session(other) == own || session(connection) != own) {
        throw new StoreRefusedException(
            "%s is reached by a pooler that gives one session to several connections, as PgBouncer does with pool_mode = transaction, so that no lock holds; give the address of the server itself"
                .formatted(name()));
      }
    }
  }

  private static int session(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getInt(1);
    }
  }

  @Override
  public void begin(Connection connection) throws SQLException {
    lease.begin(connection);
  }

  @Override
  public void renew(Connection connection) throws SQLException {
    lease.renew(connection);
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public long lastSeen() {
    return lease.lastSeen();
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
  private void takeLock(Connection connection, Look meanwhile) throws SQLException {
    long end = System.nanoTime() + LOCK_PATIENCE.toNanos();
    while (!lease.tryLock(connection)) {
      meanwhile.at(connection);
      if (System.nanoTime() - end > 0) {
        throw new StoreUnavailableException(
            "%s is in use by another service%s; stop it, or give this one a store of its own"
                .formatted(name(), lease.holder(connection).orElse("")));
      }
      pause();
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
