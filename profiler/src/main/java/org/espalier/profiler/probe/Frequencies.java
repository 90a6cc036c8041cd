package org.espalier.profiler.probe;

import java.util.List;
import java.util.Optional;

/** Sets the frequency of cores through cpufreq; what was set before is put back at the end. */
public interface Frequencies {
  /** Returns the frequencies that can be set, hertz, highest first. */
  List<Long> available();

  /**
   * Returns whether turbo is on: at the highest frequencies that can be set, or above them, cores
   * run as fast as heat and power allow.
   */
  boolean hasTurbo();

  /**
   * Sets the frequency of some cores.
   *
   * @return why that was not possible, or empty
   */
  Optional<String> set(List<Integer> cores, long hertz);

  /** Puts back what was set before. */
  void restore();
}
