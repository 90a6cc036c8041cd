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

  /** What may have disturbed a measurement. */
  enum Noise {
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
