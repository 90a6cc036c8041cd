package org.espalier.profiler.probe;

import java.util.List;

/** Watches what else the machine does while something is measured. */
public interface NoiseWatch {
  /** Begins to watch. Watches may overlap. */
  Watch begin();

  /** A watch that goes on. */
  interface Watch {
    /**
     * Ends it.
     *
     * @param ownProcessorSeconds processor time of what was measured, with its co-runners
     * @return what may have disturbed the measurement; empty if nothing did
     */
    List<Noise> end(double ownProcessorSeconds);
  }

  /**
   * Something that may have disturbed a measurement.
   *
   * @param kind what it is
   * @param detail how much of it, for people
   */
  record Noise(Kind kind, String detail) {
    /** Kinds of noise. */
    public enum Kind {
      /** Other processes used the processors. */
      OTHER_LOAD,
      /** A hypervisor gave the processors to others. */
      STOLEN_TIME,
      /** The frequency of a core changed. */
      FREQUENCY_CHANGED,
      /** A core was slowed down for its heat or power. */
      THROTTLED
    }
  }
}
