package org.espalier.profiler.measure;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.probe.NoiseWatch;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.workload.document.Names;

/**
 * A run with all that was measured of it.
 *
 * @param outcome how it ended
 * @param seconds its execution time, without that of instruments around it
 * @param startedMillis when it began, milliseconds since 1970
 */
public record Metered(
    RunOutcome outcome,
    double seconds,
    OptionalDouble energyJoules,
    Counts counts,
    long startedMillis,
    List<NoiseWatch.Noise> noise) {
  /** It as a sample of a cell. */
  public MeasuredRun sample(Cell cell) {
    return new MeasuredRun(
        cell,
        seconds,
        outcome.resources(),
        energyJoules,
        counts,
        startedMillis,
        noise.stream().map(Names::word).toList(),
        outcome.end() == RunOutcome.End.EXITED
            ? OptionalInt.of(outcome.code())
            : OptionalInt.empty());
  }
}
