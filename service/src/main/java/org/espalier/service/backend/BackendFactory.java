package org.espalier.service.backend;

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
}
