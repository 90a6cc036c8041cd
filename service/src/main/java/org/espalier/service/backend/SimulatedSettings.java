package org.espalier.service.backend;

import org.espalier.core.model.HcSystem;

/**
 * Machines that only take time.
 *
 * @param system the machines, and the PET that execution times are drawn from, whatever is believed
 *     of them
 * @param seed the same seed gives the same execution times and failures
 */
public record SimulatedSettings(HcSystem system, long seed) implements BackendSettings {
  @Override
  public BackendFactory factory() {
    return (owner, listener) -> new SimulatedBackend(this, owner.epoch(), listener);
  }
}
