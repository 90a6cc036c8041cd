package org.espalier.profiler.host;

/** Where the energy of a machine is read, unless by a command of the user. */
public enum EnergySource {
  /** RAPL where it can be read, else the power events of {@code perf}, else none. */
  AUTOMATIC,
  /** The counters of packages and memory under {@code /sys/class/powercap}. */
  RAPL,
  /** The power events of {@code perf}. */
  PERF,
  /** None: energy is not measured. */
  NONE
}
