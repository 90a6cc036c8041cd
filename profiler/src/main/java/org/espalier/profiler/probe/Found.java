package org.espalier.profiler.probe;

import java.util.Optional;

/**
 * What a probe found.
 *
 * @param instrument to measure with; empty if there is none
 */
record Found<T>(Optional<T> instrument, Capability capability) {
  static <T> Found<T> of(T instrument, Capability capability) {
    return new Found<>(Optional.of(instrument), capability);
  }

  static <T> Found<T> nothing(Capability capability) {
    return new Found<>(Optional.empty(), capability);
  }
}
