package org.espalier.cli;

import org.espalier.workload.document.Names;

/** What {@code espalier profile --measure} may be asked for. */
enum Measurable {
  /** Execution time, which is always measured. */
  TIME,
  /** Instructions and cache misses by hardware counters. */
  COUNTERS,
  /** Energy. */
  ENERGY,
  /** Instructions and cache misses by one more run in a simulated cache. */
  CACHE_SIMULATION;

  /** As users write it. */
  String word() {
    return Names.word(this);
  }
}
