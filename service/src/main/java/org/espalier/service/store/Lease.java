package org.espalier.service.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.espalier.service.live.Standing;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who decides on a PostgreSQL server: the service whose connection holds an advisory lock, as long
 * as it renews its row. Where it has not done so for a while, whoever stands by ends its
 * connection, and with it all that it could write. All times are the server's, in seconds since
 * 1970.
 */
final class Lease {
  private static final String LOCKS =
      """
      pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND l.classid::bigint = %s AND l.objid::bigint = %s\
      """;
  private static final String NOW = "SELECT extract(epoch FROM clock_timestamp())";
  private static final String TRY_LOCK = "SELECT pg_try_advisory_lock(%s, %s)::int";
  private static final String HAS_TABLES = "SELECT count(to_regclass('service'))";
  private static final String LAST_SEQUENCE = "SELECT max(sequence) FROM journal";
  private static final String RENEW =
      """
      INSERT INTO service (pid, address, since, renewed, ahead)
      VALUES (pg_backend_pid(), ?, ?, extract(epoch FROM clock_timestamp()), ?)
      ON CONFLICT (pid) DO UPDATE SET address = excluded.address, since = excluded.since,
        renewed = excluded.renewed, ahead = excluded.ahead\
      """;
  private static final String FORGET =
      "DELETE FROM service WHERE pid NOT IN (SELECT pid FROM pg_stat_activity)";
  private static final String SERVICES =
      """
      SELECT s.address, s.pid IN (SELECT l.pid FROM %s), s.since, s.ahead FROM service s
      WHERE s.pid IN (SELECT pid FROM pg_stat_activity) ORDER BY 2 DESC, 3\
      """;

  /** One that has the lock and no row yet has just connected, unless it hangs. */
  private static final String END_SILENT =
      """
      SELECT count(pg_terminate_backend(a.pid)) FROM pg_stat_activity a
      LEFT JOIN service s ON s.pid = a.pid WHERE a.pid IN (SELECT l.pid FROM %s)
        AND coalesce(to_timestamp(s.renewed), a.backend_start)
          < clock_timestamp() - interval '15 s'\
      """;

  /** The first half of the advisory lock's key, "espl"; the other half is the schema. */
  private static final int LOCK = 0x6573706c;

  private static final long PATIENCE_NANOS = Duration.ofSeconds(3).toNanos();
  private static final long RENEWAL_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long PAUSE_MILLIS = 250;

  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

  private final String address;
  private final InstantSource clock;
  private @Nullable Consumer<List<Standing>> standBy;
  private double since;
  private double ahead;
  private long due;
  private long lastSeen;

  /**
   * That of a service, which has nothing yet.
   *
   * @param address where it is served
   * @param clock of this computer
   * @param standBy hears each second which services there are while it waits for the lock, however
   *     long that takes; null if it does not
   */
  Lease(String address, InstantSource clock, @Nullable Consumer<List<Standing>> standBy) {
    this.address = address;
    this.clock = clock;
    this.standBy = standBy;
  }

  /**
   * Takes the lock. One that stands by does not while its clock is wrong.
   *
   * @param meanwhile is done while another has it
   * @param store what users call the store
   */
  void lock(Connection connection, Engine.Look meanwhile, String store) throws SQLException {
    long begin = System.nanoTime();
    due = begin;
    double now = measure(connection);
    since = standBy != null ? now : since;
    if (standBy != null && isWrong()) {
      throw new StoreRefusedException(wrongClock() + "; set it, as by NTP, and start again");
    }
    String tryLock = TRY_LOCK.formatted(LOCK, schema(connection));
    while ((standBy != null && isWrong()) || value(connection, tryLock) == 0) {
      if (standBy != null) {
        standBy(connection, standBy);
      } else if (System.nanoTime() - begin > PATIENCE_NANOS) {
        throw new StoreUnavailableException(
            "%s is in use by another service%s; stop it, or give this one a store of its own"
                .formatted(store, holder(connection)));
      }
      meanwhile.at(connection);
      pause();
    }
    if (standBy != null) {
      LOG.info("no other service decides; this one goes on");
    }
  }

  private static int schema(Connection connection) throws SQLException {
    return String.valueOf(connection.getSchema()).hashCode();
  }

  private static String holder(Connection connection) throws SQLException {
    return services(connection).stream()
        .filter(Standing::decides)
        .map(service -> " (%s)".formatted(service.address()))
        .collect(Collectors.joining());
  }

  private void standBy(Connection connection, Consumer<List<Standing>> seen) throws SQLException {
    if (System.nanoTime() - due >= 0 && value(connection, HAS_TABLES) > 0) {
      renew(connection);
      lastSeen = Math.max(lastSeen, (long) value(connection, LAST_SEQUENCE));
      seen.accept(services(connection));
    }
    boolean takesChanges = System.nanoTime() - due < 0; // it has just taken this one's row
    if (takesChanges && value(connection, END_SILENT.formatted(locks(connection))) > 0) {
      LOG.warn("the service that decides has been silent for 15 s; its connection is ended");
    }
  }

  private static String locks(Connection connection) throws SQLException {
    return LOCKS.formatted(LOCK, Integer.toUnsignedLong(schema(connection)));
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted while another service used the store", e);
    }
  }

  /** This service decides from now on. */
  void begin(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FORGET)) {
      statement.executeUpdate();
    }
    standBy = null;
    since = measure(connection);
    due = System.nanoTime();
    renew(connection);
    if (isWrong()) {
      LOG.warn("{}", wrongClock());
    }
  }

  /** Renews the row in a transaction, if it is a second old. */
  void renew(Connection connection) throws SQLException {
    if (System.nanoTime() - due < 0) {
      return;
    }
    double unused = measure(connection);
    try (PreparedStatement statement = connection.prepareStatement(RENEW)) {
      statement.setString(1, address);
      statement.setDouble(2, since);
      statement.setDouble(3, ahead);
      statement.executeUpdate();
    }
    due = System.nanoTime() + RENEWAL_NANOS;
  }

  /**
   * Looks by how much this computer's clock is ahead, in the middle of a question; what time it is.
   */
  private double measure(Connection connection) throws SQLException {
    double begin = clock.millis() / 1e3;
    long asked = System.nanoTime();
    double now = value(connection, NOW);
    ahead = begin + (System.nanoTime() - asked) / 2e9 - now;
    return now;
  }

  private boolean isWrong() {
    return Math.abs(ahead) > 1;
  }

  private String wrongClock() {
    return "the clock of this computer is %s ms %s that of the store's server"
        .formatted(Math.round(Math.abs(1e3 * ahead)), ahead < 0 ? "behind" : "ahead of");
  }

  /** Up to where the journal was seen while this stood by. */
  long lastSeen() {
    return lastSeen;
  }

  /** The services that share the store, the one that decides first. */
  static List<Standing> services(Connection connection) throws SQLException {
    List<Standing> services = new ArrayList<>();
    if (value(connection, HAS_TABLES) > 0) {
      try (PreparedStatement statement =
              connection.prepareStatement(SERVICES.formatted(locks(connection)));
          ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          Instant since = Instant.ofEpochMilli(Math.round(1e3 * row.getDouble(3)));
          double ms = Math.round(1e4 * row.getDouble(4)) / 10.0;
          services.add(new Standing(row.getString(1), row.getBoolean(2), since.toString(), ms));
        }
      }
    }
    return services;
  }

  /** The one number that a query gives. */
  static double value(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getDouble(1) : 0;
    }
  }
}
