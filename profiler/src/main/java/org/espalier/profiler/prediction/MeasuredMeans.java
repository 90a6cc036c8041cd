package org.espalier.profiler.prediction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.report.statistics.MeanInterval;

/** Mean execution times of task types alone and beside others, from the runs that were measured. */
public final class MeasuredMeans {
  private final Map<Cell, MeanInterval> means = new LinkedHashMap<>();

  /**
   * How many times as long something takes beside others as alone.
   *
   * @param value mean time beside others over mean time alone
   * @param halfWidth half the width of its 95 % interval, from those of both means, which err
   *     independently; NaN if either has fewer than two runs
   * @param runs how many runs were beside others
   */
  public record Ratio(double value, double halfWidth, int runs) {}

  /** The means of some runs. */
  public MeasuredMeans(Collection<MeasuredRun> runs) {
    Map<Cell, List<Double>> seconds = new LinkedHashMap<>();
    runs.forEach(
        run -> seconds.computeIfAbsent(run.cell(), cell -> new ArrayList<>()).add(run.seconds()));
    seconds.forEach((cell, values) ->
        means.put(
            cell, MeanInterval.of(values.stream().mapToDouble(Double::doubleValue).toArray())));
  }

  /** What was measured, in the order of the first run of each. */
  public List<Cell> cells() {
    return List.copyOf(means.keySet());
  }

  /** The slow-down beside others; empty if that or the run alone was not measured. */
  public Optional<Ratio> slowDown(Cell cell) {
    MeanInterval beside = means.get(cell);
    MeanInterval alone = means.get(cell.alone());
    return beside == null || alone == null || !(alone.mean() > 0)
        ? Optional.empty()
        : Optional.of(ratio(beside, alone));
  }

  private static Ratio ratio(MeanInterval beside, MeanInterval alone) {
    double value = beside.mean() / alone.mean();
    double error = Math.hypot(beside.halfWidth() / beside.mean(), alone.halfWidth() / alone.mean());
    return new Ratio(value, value * error, beside.count());
  }
}
