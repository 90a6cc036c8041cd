package org.espalier.profiler.plan;

import java.util.List;

/** The P-states in which a machine is measured. */
public sealed interface PStateChoice {

  /** The frequency is left to the machine. */
  record AsItIs() implements PStateChoice {}

  /** All frequencies that can be set. */
  record All() implements PStateChoice {}

  /**
   * Some frequencies.
   *
   * @param hertz highest first
   */
  record Of(List<Long> hertz) implements PStateChoice {
    /** Copies the list. */
    public Of {
      hertz = List.copyOf(hertz);
    }
  }
}
