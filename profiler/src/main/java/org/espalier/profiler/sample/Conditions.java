package org.espalier.profiler.sample;

import java.util.Comparator;
import java.util.OptionalInt;

/**
 * Under which conditions something was measured: times may be compared where they are equal.
 *
 * @param machineType name of the machine type
 * @param pState index of the P-state, 0 the fastest; empty where the machine was left as it is
 */
public record Conditions(String machineType, OptionalInt pState) {
  /** By the P-state; those without one first. */
  public static final Comparator<Conditions> BY_P_STATE =
      Comparator.comparingInt(conditions -> conditions.pState().orElse(-1));

  /** The machine type and the P-state, for people. */
  @Override
  public String toString() {
    return pState.isPresent()
        ? "%s in P-state %s".formatted(machineType, pState.getAsInt())
        : machineType;
  }
}
