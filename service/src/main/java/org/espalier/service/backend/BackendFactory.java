package org.espalier.service.backend;

import org.espalier.service.servers.ServerBackend;

/** Opens a back end; a program that embeds the service hands in its own. */
@FunctionalInterface
public interface BackendFactory {
  /**
   * Opens it.
   *
   * @param owner whose launches it runs
   * @param listener hears from it until it is closed
   * @throws BackendException if it cannot do its work here
   */
  Backend open(Owner owner, LaunchListener listener);

  /** The one that settings describe. */
  static BackendFactory of(BackendSettings settings) {
    return switch (settings) {
      case LocalSettings local -> (owner, listener) -> LocalBackend.open(local, listener);
      case ServerSettings servers ->
          (owner, listener) -> new ServerBackend(servers, owner, listener);
      case SimulatedSettings simulated ->
          (owner, listener) -> new SimulatedBackend(simulated, listener);
    };
  }
}
