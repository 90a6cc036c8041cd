package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;

/**
 * How much slower tasks are expected to be beside others than alone: CSV with columns {@code
 * task_type,machine_type,p_state,corunners,slow_down}; others are ignored. {@code p_state} is empty
 * where a machine type has one; co-runners are joined by a plus sign. A row without {@code
 * slow_down} says nothing.
 */
final class SlowDowns {
  private static final List<String> COLUMNS =
      List.of("task_type", "machine_type", "p_state", "corunners", "slow_down");
  private static final double MOST = 1e6;

  private final FileProblems problems;
  private final Map<Cell, Factor> factors = new LinkedHashMap<>();

  /** Whose slow-down it is. */
  record Cell(String taskType, String machineType, int pState, String besideName) {}

  /** A slow-down and the line on which it stands. */
  record Factor(double slowDown, int line) {}

  private SlowDowns(FileProblems problems) {
    this.problems = problems;
  }

  /** Reads a file; empty if there are problems. */
  static Optional<SlowDowns> read(Path file, Problems problems) {
    SlowDowns read = new SlowDowns(problems.in(file));
    CsvTable.read(read.problems, COLUMNS, read::readRow);
    if (read.factors.isEmpty() && read.problems.isEmpty()) {
      read.problems.report(0, "slow_down", "", "no row has a slow-down", "give at least one");
    }
    return read.problems.isEmpty() ? Optional.of(read) : Optional.empty();
  }

  private void readRow(CsvRow row) {
    double slowDown = Ticks.number(row.get(4)).orElse(-1.0);
    if (row.get(0).isEmpty() || row.get(1).isEmpty()) {
      problems.report(row.line(), "", "", "a name is empty", "name both types");
    } else if (row.get(3).isEmpty() || Corunners.isBad(row.get(3))) {
      report(row, 3, "is no list of co-runners", "expected names joined by +");
    } else if (SampleFiles.pState(row.get(2)) < 0) {
      report(row, 2, "is not a P-state", SampleFiles.P_STATE_REMEDY);
    } else if (!row.get(4).isEmpty() && !(slowDown > 0 && slowDown <= MOST)) {
      report(row, 4, "is not a slow-down", "expected a number above 0, 1 if nothing is slower");
    } else if (!row.get(4).isEmpty()) {
      add(row, slowDown);
    }
  }

  private void add(CsvRow row, double slowDown) {
    String beside = Corunners.beside(row.get(1), Corunners.names(row.get(3)));
    Cell cell = new Cell(row.get(0), row.get(1), SampleFiles.pState(row.get(2)), beside);
    Factor before = factors.putIfAbsent(cell, new Factor(slowDown, row.line()));
    if (before != null) {
      report(row, 4, "is a second slow-down after line " + before.line(), "remove one");
    }
  }

  private void report(CsvRow row, int column, String message, String remedy) {
    problems.report(row.line(), COLUMNS.get(column), row.get(column), message, remedy);
  }

  /** Adds the machine types of co-location sets: samples of tasks that ran alone, multiplied. */
  void addTo(CellTable<PStateSamples> table, TypeChoice choice) {
    Map<Cell, PStateSamples> alone = new HashMap<>();
    factors.forEach((cell, factor) -> {
      if (isWanted(cell, choice)) {
        table
            .find(cell.taskType(), cell.machineType())
            .filter(samples -> samples.has(cell.pState()))
            .ifPresentOrElse(
                samples -> alone.put(cell, samples), () -> reportUnmeasured(cell, factor));
      }
    });
    factors.forEach((cell, factor) -> {
      PStateSamples samples = alone.get(cell);
      if (samples != null) {
        table
            .cell(cell.taskType(), cell.besideName(), name -> new PStateSamples())
            .put(cell.pState(), samples.at(cell.pState()).scaled(factor.slowDown()));
      }
    });
  }

  private static boolean isWanted(Cell cell, TypeChoice choice) {
    return choice.has(cell.taskType(), cell.machineType())
        || choice.has(cell.taskType(), cell.besideName());
  }

  private void reportUnmeasured(Cell cell, Factor factor) {
    problems.report(
        factor.line(),
        "%s on %s".formatted(cell.taskType(), cell.machineType()),
        Double.toString(factor.slowDown()),
        "has a slow-down, and no samples alone in P-state %d to multiply".formatted(cell.pState()),
        "add samples, or remove the line");
  }

  /** The problems of its file. */
  FileProblems problems() {
    return problems;
  }
}
