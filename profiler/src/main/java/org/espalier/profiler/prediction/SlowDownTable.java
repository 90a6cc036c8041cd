package org.espalier.profiler.prediction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.workload.text.CsvFile;
import org.espalier.workload.text.CsvFile.Column;

/**
 * All slow-downs that are known. They are of the co-location sets that were measured, and of all
 * pairs that can be predicted, with both numbers where there are both.
 *
 * @param rows measured sets first, in the order in which they were measured
 */
public record SlowDownTable(List<SlowDown> rows) {
  private static final List<Column<SlowDown>> COLUMNS =
      List.of(
          new Column<>("task_type", row -> row.cell().taskType()),
          new Column<>("machine_type", row -> row.cell().conditions().machineType()),
          Column.ofWhole("p_state", row -> row.cell().conditions().pState()),
          new Column<>("corunners", row -> String.join("+", row.cell().corunners())),
          Column.ofNumber("slow_down", SlowDown::predictedTimes),
          Column.ofNumber("measured_slow_down", SlowDown::measuredTimes),
          Column.ofNumber(
              "measured_half_width",
              row -> row.measured().map(MeasuredMeans.Ratio::halfWidth).orElse(Double.NaN)),
          new Column<>(
              "beyond_measured_pressure",
              row -> row.predicted().map(one -> Boolean.toString(one.isBeyond())).orElse("")));

  /**
   * The table of some runs.
   *
   * @param pressures task types that name pressures as co-runners; sets with them are left out
   * @param prediction what predicts; nothing is predicted if empty
   */
  public static SlowDownTable of(
      Collection<MeasuredRun> runs, Set<String> pressures, Optional<Prediction> prediction) {
    MeasuredMeans means = new MeasuredMeans(runs);
    Set<Cell> cells = new LinkedHashSet<>();
    means.cells().stream()
        .filter(cell -> !cell.corunners().isEmpty())
        .filter(cell -> cell.corunners().stream().noneMatch(pressures::contains))
        .forEach(cells::add);
    prediction.ifPresent(known -> cells.addAll(pairs(known)));
    List<SlowDown> rows = new ArrayList<>();
    for (Cell cell : cells) {
      SlowDown row =
          new SlowDown(
              cell,
              means.slowDown(cell),
              prediction.flatMap(known -> known.slowDown(cell)),
              prediction.filter(known -> known.isMadeFrom(cell)).isPresent());
      if (row.measured().isPresent() || row.predicted().isPresent()) {
        rows.add(row);
      }
    }
    return new SlowDownTable(rows);
  }

  private static List<Cell> pairs(Prediction prediction) {
    List<Cell> pairs = new ArrayList<>();
    for (Cell measured : prediction.curves().keySet()) {
      for (Cell other : prediction.scores().keySet()) {
        if (other.conditions().equals(measured.conditions())) {
          pairs.add(
              new Cell(measured.taskType(), measured.conditions(), List.of(other.taskType())));
        }
      }
    }
    return pairs;
  }

  /**
   * Writes it as CSV: {@code slow_down} is the predicted one. It is not written whole or not at
   * all.
   */
  public void write(Path file) throws IOException {
    CsvFile.writeRows(file, COLUMNS, rows.stream());
  }

  /**
   * The mean of the errors without their signs, over all sets that were both measured and
   * predicted. Those from which the prediction was made are left out; empty if there is no other.
   */
  public OptionalDouble meanError() {
    return rows.stream()
        .map(SlowDown::error)
        .flatMapToDouble(OptionalDouble::stream)
        .map(Math::abs)
        .average();
  }
}
