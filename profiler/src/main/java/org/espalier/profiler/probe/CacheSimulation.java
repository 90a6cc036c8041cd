package org.espalier.profiler.probe;

import java.util.List;
import org.espalier.profiler.sample.Counts;

/**
 * Memory intensity without hardware counters: a run under {@code valgrind --tool=cachegrind} with
 * the cache sizes of the machine. Its numbers are marked as simulated wherever they go.
 */
public interface CacheSimulation {
  /** Returns the command to run in place of another, which takes some fifty times as long. */
  List<String> around(List<String> command, String file);

  /**
   * Returns what was counted, from the text of the file; reads and writes, of data and
   * instructions, are misses alike.
   */
  Counts read(String text);
}
