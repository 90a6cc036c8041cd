package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;

/**
 * Mean execution times of some cells in seconds: CSV with columns {@code
 * task_type,machine_type,mean_execution_time_s}; others are ignored.
 */
final class CellMeans {
  private static final List<String> COLUMNS =
      List.of("task_type", "machine_type", "mean_execution_time_s");
  private static final double MOST_SECONDS = 1e9;

  private final FileProblems problems;
  private final CellTable<Double> means = new CellTable<>();

  private CellMeans(FileProblems problems) {
    this.problems = problems;
  }

  /** Reads a file; empty if there are problems. */
  static Optional<CellMeans> read(Path file, Problems problems) {
    CellMeans means = new CellMeans(problems.in(file));
    CsvTable.read(means.problems, COLUMNS, means::readRow);
    return means.means.checkSize(means.problems) && means.problems.isEmpty()
        ? Optional.of(means)
        : Optional.empty();
  }

  private void readRow(CsvRow row) {
    double mean = Ticks.number(row.get(2)).orElse(-1.0);
    if (row.get(0).isEmpty() || row.get(1).isEmpty()) {
      problems.report(row.line(), "", "", "a name is empty", "name both types");
    } else if (!(mean > 0 && mean <= MOST_SECONDS)) {
      problems.report(
          row.line(),
          where(row),
          row.get(2),
          "is not a mean execution time",
          "expected seconds above 0 and up to %.0f".formatted(MOST_SECONDS));
    } else if (means.find(row.get(0), row.get(1)).isPresent()) {
      problems.report(row.line(), where(row), row.get(2), "a second mean", "remove one");
    } else {
      means.cell(row.get(0), row.get(1), name -> mean);
    }
  }

  private static String where(CsvRow row) {
    return "%s on %s".formatted(row.get(0), row.get(1));
  }

  /** The problems of its file. */
  FileProblems problems() {
    return problems;
  }

  /** The means, in seconds. */
  CellTable<Double> table() {
    return means;
  }
}
