package org.espalier.profiler.result;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.profiler.statistics.MedianInterval;
import org.espalier.report.ColumnKind;
import org.espalier.report.Estimate;
import org.espalier.report.ReportColumn;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.workload.document.WordTable;

/** The columns of cells in a report: those of which there is anything. */
final class CellColumns {
  static final String INTENSITY = "memory_intensity";
  static final String ENERGY = "energy_j";

  /** Labels, units, equations, what they say, and kinds. */
  private static final WordTable WORDS =
      new WordTable(
          """
          time_s | Execution time | s | | \
              Mean execution time of the application, with its 95 % interval. | SECONDS
          median_s | Median | s | | \
              Median execution time, with its 95 % interval by order statistics. | SECONDS
          deviation_s | Deviation | s | | Standard deviation of execution times. | SECONDS
          outliers | Outliers | | | Runs far from the median. | COUNT
          memory_intensity | Memory intensity | | last-level cache misses / instructions | \
              How often the application goes to main memory (DISSERTATION 8.3.3). | NUMBER
          energy_j | Energy | J | | Of all that was metered, until the application had ended, \
              co-runners included. | JOULES
          energy_j together | Energy together | J | | Until all of the set had ended. | JOULES
          alone_energy_j | Energy one by one | J | | Sum of the energies of its members alone. | \
              JOULES
          saving | Saving | % | | What running together saves, because static power is shared. | \
              PERCENT
          pressure | Pressure | MiB | | The pressure that slows down the reference as much. | NUMBER
          reference_slow_down | Slow-down of the reference | | | \
              How many times as long the reference takes beside it. | NUMBER
          """);

  private final Map<ReportColumn, Function<CellSummary, Estimate>> columns = new LinkedHashMap<>();

  /** Those that some cells have. */
  CellColumns(Collection<CellSummary> cells) {
    columns.put(column("time_s"), cell -> Estimate.of(cell.time().mean()));
    columns.put(column("median_s"), cell -> estimate(cell.time().median()));
    columns.put(column("deviation_s"), cell -> Estimate.ofMean(cell.time().deviation()));
    columns.put(column("outliers"), cell -> Estimate.ofMean(cell.time().outliers().size()));
    if (cells.stream().anyMatch(cell -> cell.intensity().isPresent())) {
      columns.put(column(INTENSITY), cell -> estimate(cell.intensity()));
    }
    if (cells.stream().anyMatch(cell -> cell.energy().isPresent())) {
      columns.put(column(ENERGY), cell -> estimate(cell.energy()));
    }
  }

  /** A column of a table of the report: its key, behind which another word may stand. */
  static ReportColumn column(String key) {
    List<String> words = WORDS.row(key);
    return new ReportColumn(
        key.split(" ")[0],
        words.get(1),
        words.get(2),
        words.get(3),
        words.get(4),
        "",
        ColumnKind.valueOf(words.get(5)));
  }

  boolean has(String key) {
    return columns.keySet().stream().anyMatch(column -> column.key().equals(key));
  }

  List<ReportColumn> columns() {
    return List.copyOf(columns.keySet());
  }

  List<Estimate> estimates(CellSummary cell) {
    return columns.values().stream().map(column -> column.apply(cell)).toList();
  }

  private static Estimate estimate(MedianInterval median) {
    return new Estimate(median.median(), median.low(), median.high());
  }

  private static Estimate estimate(Optional<MeanInterval> mean) {
    return mean.map(Estimate::of).orElse(Estimate.ofMean(Double.NaN));
  }
}
