package org.espalier.profiler.plan;

/** What can be measured of a run. */
public enum Measurement {
  /** Its execution time, which always is. */
  TIME,
  /** Instructions and misses in the last-level cache, by hardware counters. */
  COUNTERS,
  /** Energy. */
  ENERGY,
  /** Instructions and misses in a simulated cache. */
  CACHE_SIMULATION
}
