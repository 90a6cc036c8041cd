package org.espalier.workload.pet;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * PET matrices as CSV ({@code .pet.csv}): a comment {@code # tick 10 us, step 200}, the header
 * {@code task_type,machine_type,time_s,mass}, and a row for each impulse. A row without time and
 * mass says that the type cannot run there.
 *
 * <p>Names and cells stand in the order of the matrix, masses with all their digits: what is
 * written is read back exactly, and two versions of a file can be compared line by line.
 */
public final class PetFiles {
  private static final List<String> COLUMNS =
      List.of("task_type", "machine_type", "time_s", "mass");
  private static final double SUM_TOLERANCE = 0.01;

  private final FileProblems problems;
  private final MissingCells missing;
  private final CellTable<Impulses> table = new CellTable<>();
  private @Nullable Duration tick;
  private OptionalLong step = OptionalLong.empty();

  private PetFiles(FileProblems problems, MissingCells missing) {
    this.problems = problems;
    this.missing = missing;
  }

  /**
   * Reads a file that is complete.
   *
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it
   */
  public static Loaded<PetTable> read(Path file) {
    Problems problems = new Problems();
    Optional<Loaded<PetTable>> read = read(file, MissingCells.ERROR, problems);
    problems.throwIfAny();
    return read.orElseThrow();
  }

  /** Reads a file; empty if there are problems. */
  public static Optional<Loaded<PetTable>> read(
      Path file, MissingCells missing, Problems problems) {
    return new PetFiles(problems.in(file), missing).read();
  }

  private Optional<Loaded<PetTable>> read() {
    CsvTable.read(problems, COLUMNS, this::readComment, this::readRow);
    if (!table.checkSize(problems)) {
      return Optional.empty();
    }
    table.checkMissing(missing, problems);
    Duration known = tick;
    return known == null ? Optional.empty() : assemble(known);
  }

  private void readComment(String comment) {
    for (String part : comment.split(",")) {
      String text = part.strip();
      if (text.startsWith("tick ")) {
        tick = Quantities.duration(text.substring(5)).filter(Duration::isPositive).orElse(tick);
      } else if (text.matches("step [1-9][0-9]{0,17}")) {
        step = OptionalLong.of(Long.parseLong(text.substring(5)));
      }
    }
  }

  private void readRow(CsvRow row) {
    Duration known = tick;
    if (known == null) {
      problems.report(
          row.line(), "", "", "no tick given", "begin the file with # tick 1 ms, step 1");
      known = Duration.ofMillis(1);
      tick = known;
    }
    if (row.get(0).isEmpty() || row.get(1).isEmpty()) {
      problems.report(row.line(), "", "", "a name is empty", "name both types");
      return;
    }
    Impulses cell = table.cell(row.get(0), row.get(1), name -> new Impulses(row.line()));
    if (!row.get(2).isEmpty() || !row.get(3).isEmpty()) {
      readImpulse(row, cell, Ticks.perSecond(known));
    }
  }

  private void readImpulse(CsvRow row, Impulses cell, Ticks seconds) {
    long time = seconds.parse(row.get(2)).orElse(-1L);
    double mass = Ticks.number(row.get(3)).orElse(-1.0);
    if (time < 0) {
      report(row, 2, "is not a time in seconds", "expected whole ticks, from 0 on");
    } else if (mass < 0) {
      report(row, 3, "is not a mass", "expected a number from 0 on");
    } else if (cell.size() > 0 && time <= cell.latestAdded()) {
      report(row, 2, "time does not increase", "sort the rows of a cell by time");
    } else {
      cell.add(time, mass);
    }
  }

  private void report(CsvRow row, int column, String message, String remedy) {
    problems.report(row.line(), COLUMNS.get(column), row.get(column), message, remedy);
  }

  private Optional<Loaded<PetTable>> assemble(Duration known) {
    List<String> rows = table.rowNames();
    List<String> columns = table.columnNames();
    @Nullable Impulses[][] cells = new Impulses[rows.size()][columns.size()];
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < columns.size(); j++) {
        Impulses cell = table.at(i, j);
        if (cell != null && cell.size() > 0) {
          cells[i][j] = cell;
        }
      }
    }
    return new PetAssembler(problems, step, SUM_TOLERANCE, rows::get, columns::get)
        .assemble(cells)
        .map(loaded -> loaded.map(matrix -> new PetTable(rows, columns, known, matrix)));
  }

  /** Writes a matrix; an existing file is replaced. */
  public static void write(Path file, PetTable table) throws IOException {
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      PetMatrix matrix = table.matrix();
      csv.writeComment(" tick %s, step %d".formatted(Quantities.text(table.tick()), matrix.step()));
      csv.writeRecord(COLUMNS);
      for (int i = 0; i < matrix.taskTypes(); i++) {
        for (int j = 0; j < matrix.machineTypes(); j++) {
          writeCell(csv, table, i, j);
        }
      }
    }
  }

  private static void writeCell(CsvWriter csv, PetTable table, int taskType, int machineType) {
    String row = table.taskTypes().get(taskType);
    String column = table.machineTypes().get(machineType);
    Optional<Pmf> pmf = table.matrix().find(taskType, machineType);
    if (pmf.isEmpty()) {
      csv.writeRecord(row, column, "", "");
      return;
    }
    for (int k = 0; k < pmf.get().size(); k++) {
      if (pmf.get().mass(k) > 0) {
        csv.writeRecord(
            row,
            column,
            Ticks.seconds(pmf.get().time(k), table.tick()),
            Double.toString(pmf.get().mass(k)));
      }
    }
  }
}
