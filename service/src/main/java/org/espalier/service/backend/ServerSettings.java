package org.espalier.service.backend;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Machines that are servers, which requests are sent to.
 *
 * @param machines by name
 */
public record ServerSettings(Map<String, Server> machines) implements BackendSettings {
  /**
   * A server, or a place in one.
   *
   * @param url what stands before the path of each request
   * @param health the path that is asked whether it is well; empty if none is
   * @param stopsOnClose whether it gives a request up when its connection is closed
   * @param grace how long one that does not has to finish what nobody waits for any more
   * @param mostBytes the longest answer that is taken
   */
  public record Server(
      URI url, Optional<String> health, boolean stopsOnClose, Duration grace, long mostBytes) {}
}
