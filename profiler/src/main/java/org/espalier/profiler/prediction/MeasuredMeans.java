package org.espalier.profiler.prediction;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.profiler.statistics.RunMean;
import org.espalier.report.statistics.MeanInterval;

/** Mean execution times of task types alone and beside others, from the runs that were measured. */
public final class MeasuredMeans {
  private final Map<Cell, MeanInterval> means;

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
    this.means = by(runs.stream(), MeasuredRun::cell, MeasuredRun::seconds);
  }

  /** The means of a quantity of some runs by a key, in the order of the first run of each. */
  public static <K> Map<K, MeanInterval> by(
      Stream<MeasuredRun> runs,
      Function<MeasuredRun, K> key,
      ToDoubleFunction<MeasuredRun> quantity) {
    Map<K, MeanInterval> means = new LinkedHashMap<>();
    runs.collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()))
        .forEach((k, of) -> means.put(k, RunMean.of(of.stream().mapToDouble(quantity).toArray())));
    return means;
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
