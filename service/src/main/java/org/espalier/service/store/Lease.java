package org.espalier.service.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who decides on a PostgreSQL server: the service whose connection holds an advisory lock, as long
 * as it renews its row. Where it has not done so for a while, whoever stands by ends its
 * connection, and with it all that it could write. All times are the server's.
 */
final class Lease {
  /** The first half of the advisory lock's key, "espl"; the other half is the schema. */
  private static final int LOCK = 0x6573706c;

  static final Duration OVER = Duration.ofSeconds(15);
  private static final Duration RENEWAL = Duration.ofSeconds(1);
  private static final long BETWEEN_TRIES_MILLIS = 250;
  private static final Duration MOST_AHEAD = Duration.ofSeconds(1);
  private static final double NANOS = 1e9;

  private static final String LOCKS =
      """
      pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND l.classid::bigint = %d AND l.objid::bigint = %d\
      """;
  private static final String HOLDER =
      """
      SELECT format(' (connection %%s of %%s)', a.pid, coalesce(host(a.client_addr), 'this host'))
      FROM pg_stat_activity a WHERE a.pid IN (SELECT l.pid FROM %s)\
      """;

  /** The tables may not be there yet. */
  private static final String IS_SHARED = "SELECT to_regclass('service') IS NOT NULL";

  private static final String RENEW =
      """
      INSERT INTO service (pid, address, since, renewed, ahead)
      VALUES (pg_backend_pid(), ?, coalesce(?::timestamptz, clock_timestamp()), clock_timestamp(), ?)
      ON CONFLICT (pid) DO UPDATE SET address = excluded.address, since = excluded.since,
        renewed = excluded.renewed, ahead = excluded.ahead
      RETURNING since::text\
      """;
  private static final String BEGIN_ANEW =
      """
      DELETE FROM service s WHERE s.pid = pg_backend_pid()
        OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = s.pid)\
      """;
  private static final String SERVICES =
      """
      SELECT s.address, s.pid IN (SELECT l.pid FROM %s) AS decides, s.since, s.ahead
      FROM service s WHERE s.pid IN (SELECT a.pid FROM pg_stat_activity a)
      ORDER BY 2 DESC, 3\
      """;

  /** One that has the lock and no row yet has just connected, unless it hangs. */
  private static final String END_SILENT =
      """
      SELECT a.pid, pg_terminate_backend(a.pid) FROM pg_stat_activity a
      LEFT JOIN service s ON s.pid = a.pid
      WHERE a.pid IN (SELECT l.pid FROM %s)
        AND coalesce(s.renewed, a.backend_start) < clock_timestamp() - interval '%d s'\
      """;

  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

  private final String address;
  private final InstantSource clock;
  private String locks = "";
  private int schema;
  private @Nullable String since;
  private long renewed;
  private boolean renews;
  private Duration ahead = Duration.ZERO;
  private long lastSeen;

  /**
   * That of a service, which has nothing yet.
   *
   * @param address where it is served
   * @param clock of this computer
   */
  Lease(String address, InstantSource clock) {
    this.address = address;
    this.clock = clock;
  }

  /** From now on by another connection. */
  void connected(Connection connection, String schemaName) throws SQLException {
    schema = schemaName.hashCode();
    locks = locks(schema);
    renews = false;
    ahead = measured(connection);
  }

  private static String locks(int schema) {
    return LOCKS.formatted(LOCK, Integer.toUnsignedLong(schema));
  }

  boolean tryLock(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT pg_try_advisory_lock(?, ?)")) {
      statement.setInt(1, LOCK);
      statement.setInt(2, schema);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** Who has the lock, as far as this user may know. */
  Optional<String> holder(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(HOLDER.formatted(locks))) {
      return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
    }
  }

  /**
   * Waits for the lock, and ends the connection of one that is silent. It is not taken while this
   * service cannot write, or its clock is wrong.
   *
   * @param seen hears each second which services there are
   */
  void await(Connection connection, Consumer<List<Standing>> seen) throws SQLException {
    refuseWrongClock();
    connection.setAutoCommit(false);
    boolean locked = false;
    while (!locked) {
      if (isDue() && isShared(connection)) {
        renew(connection);
        connection.commit();
        lastSeen = Math.max(lastSeen, number(connection, JournalRows.LAST_SEQUENCE));
        seen.accept(services(connection));
        endSilent(connection);
      }
      locked = isRight() && tryLock(connection);
      connection.commit();
      if (!locked) {
        pause();
      }
    }
  }

  private static boolean isShared(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(IS_SHARED)) {
      return row.next() && row.getBoolean(1);
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  private void endSilent(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(END_SILENT.formatted(locks, OVER.toSeconds()))) {
      while (row.next()) {
        LOG.warn(
            "the service that decides has said nothing for {} s; its connection {} is ended",
            OVER.toSeconds(),
            row.getInt(1));
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BETWEEN_TRIES_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted while another service decided", e);
    }
  }

  /** This service decides from now on. */
  void begin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(BEGIN_ANEW);
    }
    since = null;
    renews = false;
    renew(connection);
    if (!isRight()) {
      LOG.warn("{}", wrongClock());
    }
  }

  private boolean isDue() {
    return !renews || System.nanoTime() - renewed >= RENEWAL.toNanos();
  }

  /** Renews the row in a transaction, if it is a second old. */
  void renew(Connection connection) throws SQLException {
    if (!isDue()) {
      return;
    }
    ahead = measured(connection);
    try (PreparedStatement statement = connection.prepareStatement(RENEW)) {
      statement.setString(1, address);
      statement.setString(2, since);
      statement.setDouble(3, ahead.toNanos() / NANOS);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        since = row.getString(1);
      }
    }
    renewed = System.nanoTime();
    renews = true;
  }

  /** By how much this computer's clock is ahead, as seen in the middle of a question. */
  private Duration measured(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      Instant asked = clock.instant();
      long begin = System.nanoTime();
      try (ResultSet row = statement.executeQuery("SELECT clock_timestamp()")) {
        row.next();
        Instant server = row.getObject(1, OffsetDateTime.class).toInstant();
        long half = (System.nanoTime() - begin) / 2;
        return Duration.between(server, asked.plusNanos(half));
      }
    }
  }

  private boolean isRight() {
    return ahead.abs().compareTo(MOST_AHEAD) <= 0;
  }

  private void refuseWrongClock() {
    if (!isRight()) {
      throw new StoreRefusedException(wrongClock() + "; set it, as by NTP, and start again");
    }
  }

  private String wrongClock() {
    return "the clock of this computer is %s ms %s that of the store's server"
        .formatted(ahead.abs().toMillis(), ahead.isNegative() ? "behind" : "ahead of");
  }

  /** Up to where the journal was seen while this stood by. */
  long lastSeen() {
    return lastSeen;
  }

  /** The services that share the store, the one that decides first. */
  static List<Standing> services(Connection connection) throws SQLException {
    String sql = SERVICES.formatted(locks(String.valueOf(connection.getSchema()).hashCode()));
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<Standing> services = new ArrayList<>();
      while (row.next()) {
        services.add(
            new Standing(
                row.getString(1),
                row.getBoolean(2),
                row.getObject(3, OffsetDateTime.class).toInstant(),
                Duration.ofNanos(Math.round(NANOS * row.getDouble(4)))));
      }
      return services;
    }
  }
}
