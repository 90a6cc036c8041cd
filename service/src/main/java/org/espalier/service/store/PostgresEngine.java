package org.espalier.service.store;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
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

  private PostgresEngine(String url, Lease lease) {
    this.lease = lease;
    source.setURL(url);
    patientSource.setURL(url);
    patientSource.setSocketTimeout(0);
  }

  /**
   * A server.
   *
   * @param address its JDBC URL, which may hold a password and is not told for that
   * @param lease of the service that uses it
   */
  static PostgresEngine of(String address, Lease lease) {
    String[] parts = address.split("\\?", 2);
    String url = parts[0] + USUAL + (parts.length > 1 ? parts[1] : "");
    Properties parsed = parts[0].contains("@") ? null : Driver.parseURL(url, null);
    if (parsed == null || parsed.getProperty("PGDBNAME", "").isEmpty()) {
      throw new IllegalArgumentException(
          "the store's address is no JDBC URL of PostgreSQL; expected"
              + " jdbc:postgresql://host:port/database?user=name, with others than"
              + " letters and digits in names written as %40");
    }
    return new PostgresEngine(url, lease);
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
    return Engine.pool(source, PATIENCE);
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
    refuseMissingSchema(connection);
    refusePooler(connection);
    lease.lock(connection, meanwhile, name());
    connection.setAutoCommit(false);
  }

  /** A lock is of a session, and a pooler may give the session to another connection. */
  private void refusePooler(Connection connection) throws SQLException {
    double own = session(connection);
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

  private static double session(Connection connection) throws SQLException {
    return Lease.value(connection, "SELECT pg_backend_pid()");
  }

  @Override
  public Lease lease() {
    return lease;
  }

  private void refuseMissingSchema(Connection connection) throws SQLException {
    if (connection.getSchema() == null) {
      throw new StoreRefusedException(
          "%s has no schema of the name that is asked for; create it: CREATE SCHEMA <name>"
              .formatted(name()));
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
    // See the appendix on error codes of PostgreSQL's manual.
    String family = state.length() < 2 ? "" : state.substring(0, 2);
    String problem =
        switch (state) {
          case "53100" -> "the server's disk is full; free some space there";
          case "53300" -> "the server has no connection left; raise max_connections";
          case "25006" -> "the server only reads at present; give the address of the primary";
          case "57014" -> "a statement took too long; see what holds the server up";
          case "55P03" -> "a table is locked by another; end what holds it";
          case "57P01", "57P02", "57P03" -> "the server starts or stops; start it if it stays so";
          default -> problem(family, e);
        };
    if (!problem.isEmpty()) {
      return new StoreUnavailableException(said(problem, said), e);
    }
    return switch (family) {
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
