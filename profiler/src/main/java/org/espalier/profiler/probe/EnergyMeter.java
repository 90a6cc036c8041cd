package org.espalier.profiler.probe;

import java.util.OptionalDouble;

/** Measures the energy of a whole machine, or of its processors, while something runs. */
public interface EnergyMeter {
  /** Returns what it measures, as "RAPL package-0 and dram", for people. */
  String describe();

  /** Whether what the idle machine takes too is in it. */
  default boolean countsIdle() {
    return true;
  }

  /** Begins a measurement, when the one before has ended. */
  Reading begin();

  /** A measurement that goes on. */
  interface Reading {
    /**
     * Ends it.
     *
     * @return joules since it began; empty if the meter failed meanwhile
     */
    OptionalDouble end();
  }
}
