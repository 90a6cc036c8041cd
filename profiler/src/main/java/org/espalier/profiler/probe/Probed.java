package org.espalier.profiler.probe;

import java.util.Optional;

/**
 * What a probe found.
 *
 * @param instrument to measure with; empty if there is none
 */
record Probed<T>(Optional<T> instrument, Capability capability) {
  static <T> Probed<T> of(T instrument, Capability capability) {
    return new Probed<>(Optional.of(instrument), capability);
  }

  static <T> Probed<T> nothing(Capability capability) {
    return new Probed<>(Optional.empty(), capability);
  }
}
