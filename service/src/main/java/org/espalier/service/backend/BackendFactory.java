package org.espalier.service.backend;

/** Opens a back end; a program that embeds the service hands in its own. */
@FunctionalInterface
public interface BackendFactory {
  /**
   * Opens it.
   *
   * @param listener hears from it until it is closed
   * @throws BackendException if it cannot do its work here
   */
  Backend open(LaunchListener listener);

  /** The one that settings describe. */
  static BackendFactory of(BackendSettings settings) {
    return switch (settings) {
      case LocalSettings local -> listener -> LocalBackend.open(local, listener);
      case SimulatedSettings simulated -> listener -> new SimulatedBackend(simulated, listener);
    };
  }
}
