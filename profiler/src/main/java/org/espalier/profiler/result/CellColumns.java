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

/** The columns of cells in a report: those of which there is anything. */
final class CellColumns {
  static final String TIME = "time_s";
  static final String INTENSITY = "memory_intensity";
  static final String ENERGY = "energy_j";

  private final boolean hasIntensity;
  private final boolean hasEnergy;
  private final Map<ReportColumn, Function<CellSummary, Estimate>> columns = new LinkedHashMap<>();

  /** Those that some cells have. */
  CellColumns(Collection<CellSummary> cells) {
    this.hasIntensity = cells.stream().anyMatch(cell -> cell.intensity().isPresent());
    this.hasEnergy = cells.stream().anyMatch(cell -> cell.energy().isPresent());
    columns.put(
        new ReportColumn(
            TIME,
            "Execution time",
            "s",
            "Mean execution time of the application, with its 95 % interval.",
            ColumnKind.SECONDS),
        cell -> Estimate.of(cell.time().mean()));
    columns.put(
        new ReportColumn(
            "median_s",
            "Median",
            "s",
            "Median execution time, with its 95 % interval by order statistics.",
            ColumnKind.SECONDS),
        cell -> estimate(cell.time().median()));
    columns.put(
        new ReportColumn(
            "deviation_s",
            "Deviation",
            "s",
            "Standard deviation of execution times.",
            ColumnKind.SECONDS),
        cell -> Estimate.ofMean(cell.time().deviation()));
    columns.put(
        new ReportColumn("outliers", "Outliers", "", "Runs far from the median.", ColumnKind.COUNT),
        cell -> Estimate.ofMean(cell.time().outliers().size()));
    if (hasIntensity) {
      columns.put(intensity(), cell -> estimate(cell.intensity()));
    }
    if (hasEnergy) {
      columns.put(
          new ReportColumn(
              ENERGY,
              "Energy",
              "J",
              "Of all that was metered, until the application had ended, co-runners included.",
              ColumnKind.JOULES),
          cell -> estimate(cell.energy()));
    }
  }

  boolean hasIntensity() {
    return hasIntensity;
  }

  boolean hasEnergy() {
    return hasEnergy;
  }

  List<ReportColumn> columns() {
    return List.copyOf(columns.keySet());
  }

  static ReportColumn intensity() {
    return new ReportColumn(
        INTENSITY,
        "Memory intensity",
        "",
        "last-level cache misses / instructions",
        "How often the application goes to main memory (DISSERTATION 8.3.3).",
        "",
        ColumnKind.NUMBER);
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
