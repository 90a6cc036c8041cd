package org.espalier.profiler.result;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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

  /** Those that some cells have. */
  CellColumns(Collection<CellSummary> cells) {
    this.hasIntensity = cells.stream().anyMatch(cell -> cell.intensity().isPresent());
    this.hasEnergy = cells.stream().anyMatch(cell -> cell.energy().isPresent());
  }

  boolean hasIntensity() {
    return hasIntensity;
  }

  boolean hasEnergy() {
    return hasEnergy;
  }

  List<ReportColumn> columns() {
    List<ReportColumn> columns = new ArrayList<>();
    columns.add(
        new ReportColumn(
            TIME,
            "Execution time",
            "s",
            "Mean execution time of the application, with its 95 % interval by Student.",
            ColumnKind.SECONDS));
    columns.add(
        new ReportColumn(
            "median_s",
            "Median",
            "s",
            "Median execution time, with its 95 % interval by order statistics.",
            ColumnKind.SECONDS));
    columns.add(
        new ReportColumn(
            "deviation_s",
            "Deviation",
            "s",
            "Standard deviation of execution times.",
            ColumnKind.SECONDS));
    columns.add(
        new ReportColumn(
            "outliers", "Outliers", "", "Runs far from the median.", ColumnKind.COUNT));
    if (hasIntensity) {
      columns.add(intensity());
    }
    if (hasEnergy) {
      columns.add(
          new ReportColumn(
              ENERGY,
              "Energy",
              "J",
              "Of all that was metered, until the application had ended, co-runners included.",
              ColumnKind.JOULES));
    }
    return columns;
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
    List<Estimate> estimates = new ArrayList<>();
    estimates.add(estimate(cell.time().mean()));
    var median = cell.time().median();
    estimates.add(new Estimate(median.median(), median.low(), median.high()));
    estimates.add(Estimate.ofMean(cell.time().deviation()));
    estimates.add(Estimate.ofMean(cell.time().outliers().size()));
    if (hasIntensity) {
      estimates.add(estimate(cell.intensity()));
    }
    if (hasEnergy) {
      estimates.add(estimate(cell.energy()));
    }
    return estimates;
  }

  static Estimate estimate(MeanInterval mean) {
    return Estimate.of(mean.mean(), mean.halfWidth());
  }

  private static Estimate estimate(Optional<MeanInterval> mean) {
    return mean.map(CellColumns::estimate).orElse(Estimate.absent());
  }
}
