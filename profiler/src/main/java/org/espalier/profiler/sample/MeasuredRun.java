package org.espalier.profiler.sample;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.espalier.profiler.host.Resources;

/**
 * One run that was measured: a row of the CSV of samples. What was not measured is empty.
 *
 * @param cell what ran
 * @param seconds execution time; of a set until its last member had ended
 * @param energyJoules of what was metered, from its start to its end, co-runners included; of a set
 *     until every member had run once (DISSERTATION, table 8.5)
 * @param startedMillis when it began, milliseconds since 1970
 * @param noise what may have disturbed it, each in a word; empty if nothing did
 * @param exitCode empty where it is not known
 */
public record MeasuredRun(
    Cell cell,
    double seconds,
    Resources resources,
    OptionalDouble energyJoules,
    Counts counts,
    long startedMillis,
    List<String> noise,
    OptionalInt exitCode) {
  /** A run of which no more is known. */
  public static MeasuredRun of(
      Cell cell, double seconds, OptionalDouble joules, Counts counts, long startedMillis) {
    OptionalInt exit = OptionalInt.empty();
    return new MeasuredRun(
        cell, seconds, Resources.UNKNOWN, joules, counts, startedMillis, List.of(), exit);
  }

  /** The same as one of another cell. */
  public MeasuredRun of(Cell other) {
    return new MeasuredRun(
        other, seconds, resources, energyJoules, counts, startedMillis, noise, exitCode);
  }

  /** The same with other counts. */
  public MeasuredRun with(Counts other) {
    return new MeasuredRun(
        cell, seconds, resources, energyJoules, other, startedMillis, noise, exitCode);
  }

  /** Whether its command ended with another exit code than 0. */
  public boolean hasFailed() {
    return exitCode.orElse(0) != 0;
  }
}
