package org.espalier.profiler.probe;

import java.util.List;
import java.util.OptionalDouble;
import org.espalier.profiler.sample.Counts;

/** Hardware counters by {@code perf stat} around a command. */
public interface Counters {
  /**
   * Returns the command to run in place of another.
   *
   * @param file where the counts go, on the machine
   */
  List<String> around(List<String> command, String file);

  /** Returns what was counted, from the text of the file. */
  Counted read(String text);

  /**
   * What was counted of a run.
   *
   * @param seconds the time of the command without that of {@code perf} itself
   * @param counts corrected for multiplexing; their share is the smallest in which a counter
   *     counted, and below 1 the numbers are extrapolated
   */
  record Counted(
      OptionalDouble seconds,
      OptionalDouble userSeconds,
      OptionalDouble systemSeconds,
      Counts counts) {}
}
