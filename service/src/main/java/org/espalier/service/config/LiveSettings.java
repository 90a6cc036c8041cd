package org.espalier.service.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.http.HttpSettings;
import org.espalier.service.scheduling.SchedulerSettings;

/**
 * A live system as its file describes it.
 *
 * @param store path of an SQLite file or URL of a PostgreSQL database
 * @param retention how long tasks that have left are remembered; empty for ever
 */
public record LiveSettings(
    SchedulerSettings scheduler,
    LocalSettings backend,
    String store,
    Optional<Duration> retention,
    HttpSettings http) {
  private static final String STORE = "espalier.db";

  /** The same with everything in another directory; a database elsewhere stays where it is. */
  public LiveSettings inDirectory(Path directory) {
    LocalSettings moved =
        new LocalSettings(
            directory,
            backend.machines(),
            backend.keptOutputBytes(),
            backend.workingDirectory(),
            backend.environment());
    boolean isUrl = store.contains("://");
    String file = moved.directory().resolve(STORE).toString();
    return new LiveSettings(scheduler, moved, isUrl ? store : file, retention, http);
  }

  /** The same on another port. */
  public LiveSettings onPort(int port) {
    return with(
        new HttpSettings(
            http.host(),
            port,
            http.tokens(),
            http.tls(),
            http.mostBytes(),
            http.requestsPerSecond(),
            http.mostFollowers(),
            http.readOnly()));
  }

  /** The same, for looking only. */
  public LiveSettings readOnly() {
    return with(
        new HttpSettings(
            http.host(),
            http.port(),
            http.tokens(),
            http.tls(),
            http.mostBytes(),
            http.requestsPerSecond(),
            http.mostFollowers(),
            true));
  }

  private LiveSettings with(HttpSettings other) {
    return new LiveSettings(scheduler, backend, store, retention, other);
  }
}
