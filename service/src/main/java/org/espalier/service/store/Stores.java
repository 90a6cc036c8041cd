package org.espalier.service.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Standing;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens stores. */
public final class Stores {
  private static final Pattern NO_PATH = Pattern.compile("(?s)[a-zA-Z][a-zA-Z0-9+.-]+:.*|.*\\?.*|");

  private static final Logger LOG = LoggerFactory.getLogger(Stores.class);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);
  private static final Duration FOR_EVER = Duration.ofDays(100 * 365);

  private Stores() {}

  /**
   * Opens a store that survives the loss of power, new or old.
   *
   * @param address the path of an SQLite file, or the JDBC URL of a PostgreSQL database
   * @throws IllegalArgumentException if the address is none
   * @throws StoreUnavailableException if the database does not answer or another service uses it
   * @throws StoreRefusedException if the database cannot be used as it is
   */
  public static Store open(String address) {
    return open(address, "");
  }

  private static Store open(String address, String service) {
    if (isShared(address)) {
      return open(server(address, service, null));
    }
    if (NO_PATH.matcher(address).matches()) {
      throw new IllegalArgumentException(
          "the store's address is neither a path nor a URL of PostgreSQL; expected the path of a"
              + " file, or jdbc:postgresql://host:port/database?user=name");
    }
    return open(SqliteEngine.open(Path.of(address)));
  }

  /**
   * Waits until another service has let go of a store, and opens it.
   *
   * @param service where the one that opens it is served
   * @param longest for how long; the last failure is told then
   */
  public static Store open(String address, String service, Duration longest) {
    return insist(() -> open(address, service), longest);
  }

  /**
   * Stands by: waits until nobody decides on a store, or whoever does is silent, and opens it.
   *
   * @param service where the one that stands by is served
   * @param seen hears each second who decides and who stands by
   */
  public static Store standBy(String address, String service, Consumer<List<Standing>> seen) {
    return insist(() -> open(server(address, service, seen)), FOR_EVER);
  }

  /** A store to be looked at while another service uses it: what reads may be asked of it. */
  public static Store lookAt(String address) {
    return SqlStore.lookAt(lookedAt(address));
  }

  private static Engine lookedAt(String address) {
    return isShared(address) ? server(address, "", null) : SqliteEngine.lookAt(Path.of(address));
  }

  private static Store insist(Supplier<Store> opening, Duration longest) {
    long begin = System.nanoTime();
    String said = "";
    while (true) {
      try {
        return opening.get();
      } catch (StoreUnavailableException e) {
        if (System.nanoTime() - begin > longest.toNanos() || Thread.interrupted()) {
          throw e;
        }
        if (e.getCause() != null && !said.equals(e.getMessage())) {
          said = String.valueOf(e.getMessage());
          LOG.warn("the store does not answer; trying again: {}", said);
        }
        LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      }
    }
  }

  /** Whether services on several computers can share a store. */
  public static boolean isShared(String address) {
    return address.startsWith(PostgresEngine.SCHEME);
  }

  private static PostgresEngine server(
      String address, String service, @Nullable Consumer<List<Standing>> standBy) {
    return PostgresEngine.of(address, new Lease(service, InstantSource.system(), standBy));
  }

  /**
   * The tasks of a store that have not left, for a look; whoever uses the store is not disturbed. A
   * store that is not there has none.
   */
  public static List<LiveTask> unfinished(String address) {
    if (!isShared(address) && !Files.exists(Path.of(address))) {
      return List.of();
    }
    try (Engine engine = lookedAt(address)) {
      return SqlStore.unfinished(engine);
    }
  }

  private static Store open(Engine engine) {
    try {
      return SqlStore.open(engine);
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    }
  }
}
