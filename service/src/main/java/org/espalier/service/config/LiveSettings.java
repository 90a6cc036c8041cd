package org.espalier.service.config;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.espalier.service.backend.BackendSettings;
import org.espalier.service.backend.SimulatedSettings;
import org.espalier.service.http.HttpSettings;
import org.espalier.service.scheduling.SchedulerSettings;

/**
 * A live system as its file describes it.
 *
 * @param data where the service keeps its files
 * @param learns whether execution times are learned from completions
 * @param store path of an SQLite file or URL of a PostgreSQL database
 * @param retention how long tasks that have left are remembered; empty for ever
 * @param traces the collector that traces of tasks are sent to
 * @param written what its file says, by path
 */
public record LiveSettings(
    SchedulerSettings scheduler,
    Path data,
    BackendSettings backend,
    boolean learns,
    String store,
    Optional<Duration> retention,
    HttpSettings http,
    Optional<URI> traces,
    Map<String, String> written) {
  private static final String STORE = "espalier.db";

  public LiveSettings {
    data = data.toAbsolutePath().normalize();
    written = Collections.unmodifiableMap(written);
  }

  /** Where the store is if nothing else is said. */
  static Path storeIn(Path data) {
    return data.resolve(STORE);
  }

  /** The same system with machines that only take time, and all else in a directory of its own. */
  public LiveSettings twin(Path directory) {
    return new LiveSettings(
        scheduler,
        directory,
        new SimulatedSettings(scheduler.system(), 1),
        false,
        storeIn(directory).toString(),
        Optional.empty(),
        HttpSettings.loopback(0),
        Optional.empty(),
        Map.of());
  }

  /** What names the store to other services, and tells no password. */
  public String storeId() {
    return UUID.nameUUIDFromBytes(store.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** The same on another port. */
  public LiveSettings onPort(int port) {
    return with(http.onPort(port));
  }

  /** The same, for looking only. */
  public LiveSettings readOnly() {
    return with(http.forReading());
  }

  private LiveSettings with(HttpSettings other) {
    return new LiveSettings(
        scheduler, data, backend, learns, store, retention, other, traces, written);
  }
}
