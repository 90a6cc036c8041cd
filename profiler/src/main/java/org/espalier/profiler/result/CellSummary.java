package org.espalier.profiler.result;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.profiler.statistics.RunMean;
import org.espalier.profiler.statistics.SampleSummary;
import org.espalier.report.statistics.MeanInterval;

/**
 * What the runs of one cell say together: of a task type under the same conditions beside the same
 * co-runners.
 *
 * @param cell what was run
 * @param seconds execution times, in the order of the runs
 * @param time what they say together
 * @param energy joules until the measured application had ended, co-runners included; empty if not
 *     measured
 * @param intensity last-level misses per instruction; empty if not measured
 * @param isSimulated whether the intensity is that of a simulated cache
 * @param noisy runs that may have been disturbed
 */
public record CellSummary(
    Cell cell,
    List<Double> seconds,
    SampleSummary time,
    Optional<MeanInterval> energy,
    Optional<MeanInterval> intensity,
    boolean isSimulated,
    long noisy) {

  /** One for each cell, in the order of tables. */
  public static List<CellSummary> of(Collection<MeasuredRun> runs) {
    return runs.stream()
        .collect(
            Collectors.groupingBy(
                MeasuredRun::cell, () -> new TreeMap<>(Cell.IN_TABLES), Collectors.toList()))
        .entrySet()
        .stream()
        .map(cell -> of(cell.getKey(), cell.getValue()))
        .toList();
  }

  private static CellSummary of(Cell cell, List<MeasuredRun> runs) {
    double[] seconds = runs.stream().mapToDouble(MeasuredRun::seconds).toArray();
    List<MeasuredRun> simulated =
        runs.stream().filter(run -> run.counts().simulated()).limit(1).toList(); // same for all
    return new CellSummary(
        cell,
        runs.stream().map(MeasuredRun::seconds).toList(),
        SampleSummary.of(seconds),
        mean(runs, MeasuredRun::energyJoules),
        mean(simulated.isEmpty() ? runs : simulated, run -> run.counts().intensity()),
        !simulated.isEmpty(),
        runs.stream().filter(run -> !run.noise().isEmpty()).count());
  }

  private static Optional<MeanInterval> mean(
      List<MeasuredRun> runs, Function<MeasuredRun, OptionalDouble> value) {
    double[] values = runs.stream().map(value).flatMapToDouble(OptionalDouble::stream).toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(RunMean.of(values));
  }

  boolean isAlone() {
    return cell.isAlone();
  }

  String taskType() {
    return cell.taskType();
  }

  String machineType() {
    return cell.conditions().machineType();
  }
}
