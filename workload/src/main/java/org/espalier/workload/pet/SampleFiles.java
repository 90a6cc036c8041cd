package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.PetMatrix;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;

/**
 * PETs from measured execution times: CSV with columns {@code
 * task_type,machine_type,execution_time_s}; others are ignored. Each cell becomes the histogram of
 * its samples.
 *
 * <p>Reads row by row; holds eight bytes a sample.
 */
public final class SampleFiles {
  private static final List<String> COLUMNS =
      List.of("task_type", "machine_type", "execution_time_s");
  private static final double MOST_SECONDS = 1e9;

  private final FileProblems problems;
  private final SampleSettings settings;
  private final Ticks ticks;
  private final CellTable<Samples> table = new CellTable<>();

  private SampleFiles(FileProblems problems, SampleSettings settings) {
    this.problems = problems;
    this.settings = settings;
    this.ticks = Ticks.perSecond(settings.tick());
  }

  /**
   * Reads a file.
   *
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it
   */
  public static Loaded<PetTable> read(Path file, SampleSettings settings) {
    Problems problems = new Problems();
    Optional<Loaded<PetTable>> read = read(file, settings, problems);
    problems.throwIfAny();
    return read.orElseThrow();
  }

  /** Reads a file; empty if there are problems. */
  public static Optional<Loaded<PetTable>> read(
      Path file, SampleSettings settings, Problems problems) {
    return new SampleFiles(problems.in(file), settings).read();
  }

  private Optional<Loaded<PetTable>> read() {
    CsvTable.read(problems, COLUMNS, this::readRow);
    if (!table.checkSize(problems)) {
      return Optional.empty();
    }
    table.checkMissing(settings.missing(), problems);
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    return Histograms.matrix(table, settings.step(), problems).map(this::loaded);
  }

  private void readRow(CsvRow row) {
    double seconds = Ticks.number(row.get(2)).orElse(-1.0);
    if (row.get(0).isEmpty() || row.get(1).isEmpty()) {
      problems.report(row.line(), "", "", "a name is empty", "name both types");
    } else if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
      problems.report(
          row.line(),
          COLUMNS.get(2),
          row.get(2),
          "is not an execution time",
          "expected seconds from 0 to %.0f".formatted(MOST_SECONDS));
    } else {
      table.cell(row.get(0), row.get(1), name -> new Samples()).add(ticks.of(seconds));
    }
  }

  private Loaded<PetTable> loaded(PetMatrix matrix) {
    List<String> notes = new ArrayList<>();
    if (settings.step().isEmpty()) {
      notes.add(
          "%s: step of %s found from the samples"
              .formatted(
                  problems.file().getFileName(),
                  Quantities.text(settings.tick().multipliedBy(matrix.step()))));
    }
    table
        .missing()
        .ifPresent(list ->
            notes.add(
                "%s: no samples, so cannot run: %s"
                    .formatted(problems.file().getFileName(), list)));
    return new Loaded<>(
        new PetTable(table.rowNames(), table.columnNames(), settings.tick(), matrix), notes);
  }
}
