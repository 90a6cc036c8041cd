package org.espalier.profiler.prediction;

import java.util.Comparator;
import java.util.Objects;
import java.util.OptionalInt;
import org.espalier.profiler.sample.MeasuredRun;

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

  /** Refuses nulls. */
  public Conditions {
    Objects.requireNonNull(machineType, "machineType");
    Objects.requireNonNull(pState, "pState");
  }

  /** Those of a run. */
  public static Conditions of(MeasuredRun run) {
    return new Conditions(run.machineType(), run.pState());
  }

  /** The machine type and the P-state, for people. */
  @Override
  public String toString() {
    return pState.isPresent()
        ? "%s in P-state %d".formatted(machineType, pState.getAsInt())
        : machineType;
  }
}
