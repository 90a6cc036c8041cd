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

  /** Nothing to measure with; {@link Capability#missing} says what is asked. */
  static <T> Probed<T> missing(String measures, String found, String remedy) {
    return new Probed<>(Optional.empty(), Capability.missing(measures, found, remedy));
  }
}
