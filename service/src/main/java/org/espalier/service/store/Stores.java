package org.espalier.service.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.espalier.service.live.LiveTask;

/** Opens stores. */
public final class Stores {
  private static final Pattern NO_PATH = Pattern.compile("(?s)[a-zA-Z][a-zA-Z0-9+.-]+:.*|.*\\?.*|");

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(5);

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
    if (address.startsWith(PostgresEngine.SCHEME)) {
      return open(PostgresEngine.of(address));
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
   * @param longest for how long; the last failure is told then
   */
  public static Store open(String address, Duration longest) {
    long begin = System.nanoTime();
    while (true) {
      try {
        return open(address);
      } catch (StoreUnavailableException e) {
        if (System.nanoTime() - begin > longest.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      }
    }
  }

  /**
   * The tasks of a store that have not left, for a look; whoever uses the store is not disturbed. A
   * store that is not there has none.
   */
  public static List<LiveTask> unfinished(String address) {
    if (!address.startsWith(PostgresEngine.SCHEME) && !Files.exists(Path.of(address))) {
      return List.of();
    }
    try (Engine engine =
        address.startsWith(PostgresEngine.SCHEME)
            ? PostgresEngine.of(address)
            : SqliteEngine.lookAt(Path.of(address))) {
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
