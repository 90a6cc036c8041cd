package org.espalier.workload.pet;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
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
 * mass says that the type cannot run there. Where machine types have several P-states, a column
 * {@code p_state} tells them apart, from 0 on; a file without it gives P-state 0. A time that never
 * varies is one row of mass 1.
 *
 * <p>Names and cells stand in the order of the matrix, masses with all their digits: what is
 * written is read back exactly, and two versions of a file can be compared line by line.
 */
public final class PetFiles {
  private static final List<String> COLUMNS =
      List.of("task_type", "machine_type", "time_s", "mass");
  private static final String P_STATE = "p_state";
  private static final List<String> COLUMNS_WITH_P_STATE =
      List.of("task_type", "machine_type", "time_s", "mass", P_STATE);
  private static final List<String> HEADER_WITH_P_STATE =
      List.of("task_type", "machine_type", P_STATE, "time_s", "mass");
  private static final int MOST_P_STATES = 100;
  private static final double SUM_TOLERANCE = 0.01;

  private final FileProblems problems;
  private final MissingCells missing;
  private final CellTable<PStateImpulses> table = new CellTable<>();
  private @Nullable Duration tick;
  private OptionalLong step = OptionalLong.empty();
  private List<String> columns = COLUMNS;

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
    CsvTable.header(problems).ifPresent(this::readRows);
    if (!table.checkSize(problems)) {
      return Optional.empty();
    }
    table.checkMissing(missing, problems);
    Duration known = tick;
    return known == null ? Optional.empty() : assemble(known);
  }

  private void readRows(List<String> header) {
    columns = header.contains(P_STATE) ? COLUMNS_WITH_P_STATE : COLUMNS;
    CsvTable.read(problems, columns, this::readComment, this::readRow);
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
    PStateImpulses pair =
        table.cell(row.get(0), row.get(1), name -> new PStateImpulses(row.line()));
    if (!row.get(2).isEmpty() || !row.get(3).isEmpty()) {
      int pState = columns.equals(COLUMNS) || row.get(4).isEmpty() ? 0 : pState(row);
      if (pState >= 0) {
        readImpulse(row, pair.at(pState, row.line()), Ticks.perSecond(known));
      }
    }
  }

  /** The P-state, or -1 if it was reported. */
  private int pState(CsvRow row) {
    long pState = Ticks.perUnit(1).parse(row.get(4)).orElse(-1L);
    if (pState < 0 || pState >= MOST_P_STATES) {
      report(row, 4, "is not a P-state", "expected 0 to %d".formatted(MOST_P_STATES - 1));
      return -1;
    }
    return (int) pState;
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
    problems.report(row.line(), columns.get(column), row.get(column), message, remedy);
  }

  private Optional<Loaded<PetTable>> assemble(Duration known) {
    List<String> taskTypes = table.rowNames();
    List<String> machineTypes = table.columnNames();
    @Nullable Impulses[][][] cells = new Impulses[taskTypes.size()][machineTypes.size()][];
    for (int j = 0; j < machineTypes.size(); j++) {
      int pStates = pStates(j, taskTypes.size());
      for (int i = 0; i < taskTypes.size(); i++) {
        cells[i][j] = new Impulses[pStates];
        fill(cells[i][j], i, j);
      }
    }
    return new PetAssembler(problems, step, SUM_TOLERANCE, taskTypes::get, machineTypes::get)
        .assemble(cells)
        .map(read -> read.map(matrix -> new PetTable(taskTypes, machineTypes, known, matrix)));
  }

  /** The number of P-states of a machine type: of all that is said of it the highest. */
  private int pStates(int machineType, int taskTypes) {
    int pStates = 1;
    for (int i = 0; i < taskTypes; i++) {
      PStateImpulses pair = table.at(i, machineType);
      pStates = Math.max(pStates, pair == null ? 0 : pair.pStates());
    }
    return pStates;
  }

  /** Takes the cells of a pair; reports those that are missing where others are there. */
  private void fill(@Nullable Impulses[] cells, int taskType, int machineType) {
    PStateImpulses pair = table.at(taskType, machineType);
    for (int p = 0; pair != null && pair.pStates() > 0 && p < cells.length; p++) {
      if (pair.has(p)) {
        cells[p] = pair.at(p, pair.line());
      } else if (cells.length > 1) {
        problems.report(
            pair.line(),
            "%s, %s"
                .formatted(table.rowNames().get(taskType), table.columnNames().get(machineType)),
            "",
            "has no times in P-state %d of %d".formatted(p, cells.length),
            "give all P-states of a pair, or none where the type cannot run");
      }
    }
  }

  /** Writes a matrix; an existing file is replaced. */
  public static void write(Path file, PetTable table) throws IOException {
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      PetMatrix matrix = table.matrix();
      csv.writeComment(" tick %s, step %d".formatted(Quantities.text(table.tick()), matrix.step()));
      boolean several = hasSeveralPStates(matrix);
      csv.writeRecord(several ? HEADER_WITH_P_STATE : COLUMNS);
      for (int i = 0; i < matrix.taskTypes(); i++) {
        for (int j = 0; j < matrix.machineTypes(); j++) {
          writePair(csv, table, i, j, several);
        }
      }
    }
  }

  private static boolean hasSeveralPStates(PetMatrix matrix) {
    return IntStream.range(0, matrix.machineTypes()).anyMatch(j -> matrix.pStates(j) > 1);
  }

  private static void writePair(
      CsvWriter csv, PetTable table, int taskType, int machineType, boolean withPState) {
    List<String> names =
        List.of(table.taskTypes().get(taskType), table.machineTypes().get(machineType));
    if (!table.matrix().canRun(taskType, machineType)) {
      csv.writeRecord(row(names, withPState ? Optional.of("") : Optional.empty(), "", ""));
      return;
    }
    for (int p = 0; p < table.matrix().pStates(machineType); p++) {
      Optional<String> pState = withPState ? Optional.of(Integer.toString(p)) : Optional.empty();
      Pmf pmf = table.matrix().get(taskType, machineType, p);
      for (int k = 0; k < pmf.size(); k++) {
        if (pmf.mass(k) > 0) {
          String time = Ticks.seconds(pmf.time(k), table.tick());
          csv.writeRecord(row(names, pState, time, Double.toString(pmf.mass(k))));
        }
      }
    }
  }

  private static List<String> row(
      List<String> names, Optional<String> pState, String time, String mass) {
    List<String> row = new ArrayList<>(names);
    pState.ifPresent(row::add);
    row.add(time);
    row.add(mass);
    return row;
  }
}
