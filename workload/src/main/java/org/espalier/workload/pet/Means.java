package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.workload.cell.CellRow;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.cell.CellTable.Pair;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;

/**
 * Mean execution times of task types on machine types, as CSV of one of two shapes, which the
 * header tells apart:
 *
 * <ul>
 *   <li>a task type in each row and a machine type in each column, {@code task_type,m0,m1}, in a
 *       unit that the user knows;
 *   <li>a cell in each row, {@code task_type,machine_type,mean_execution_time_s}, in seconds. Cells
 *       may be missing. Of P-states only the first is read, which is told, as are other columns.
 * </ul>
 */
public final class Means {
  private static final String MEAN = "mean_execution_time_s";
  private static final double GREATEST = 1e12;

  private final CellTable<Double> cells = new CellTable<>();
  private boolean inSeconds;
  private List<String> machineTypes = List.of();
  private final List<String> notes = new ArrayList<>();
  private long ofOtherPStates;

  private Means() {}

  /** Reads a file; empty if there are problems. */
  public static Optional<Means> read(Path file, Problems problems) {
    FileProblems own = problems.in(file);
    Means means = new Means();
    CsvTable table = new CsvTable(own, header -> means.columns(header, own), CellRow.P_STATE);
    table.read(means::readRow);
    means.notes.addAll(table.notes());
    if (means.ofOtherPStates > 0) {
      String count = Names.count(means.ofOtherPStates, "mean");
      means.notes.add(
          "%s: not read: %s of P-states other than 0".formatted(file.getFileName(), count));
    }
    return means.cells.checkSize(own) && own.isEmpty() ? Optional.of(means) : Optional.empty();
  }

  private List<String> columns(List<String> header, FileProblems problems) {
    inSeconds = header.contains(CellRow.MACHINE_TYPE) || header.contains(MEAN);
    if (inSeconds) {
      return CellRow.columns(MEAN);
    }
    if (header.size() < 2
        || !header.getFirst().equals(CellRow.TASK_TYPE)
        || new HashSet<>(header).size() < header.size()
        || header.contains("")) {
      problems.report(
          1,
          "",
          String.join(",", header),
          "is no header of means",
          "expected task_type and the machine types, each once");
    }
    machineTypes = header.subList(1, header.size());
    return header;
  }

  private void readRow(CsvRow row) {
    if (inSeconds) {
      CellRow.each(this::readCell).accept(row);
      return;
    }
    String taskType = row.get(CellRow.TASK_TYPE);
    if (taskType.isEmpty() || cells.pairs().contains(new Pair(taskType, machineTypes.getFirst()))) {
      row.report(CellRow.TASK_TYPE, "no name, or a second time", "rename the row");
    }
    for (String machineType : machineTypes) {
      cells.named(new Pair(taskType, machineType), row.line()).put(0, mean(row, machineType));
    }
  }

  private void readCell(CellRow row) {
    if (row.pState() == 0) {
      cells.put(row, MEAN, mean(row, MEAN));
    } else {
      ofOtherPStates++;
    }
  }

  private static double mean(CsvRow row, String column) {
    return row.number(
            column,
            mean -> mean > 0 && mean <= GREATEST,
            "is not a mean execution time",
            String.format(Locale.ROOT, "expected a number above 0 and up to %.0f", GREATEST))
        .orElse(1);
  }

  /** Names of the task types, in order. */
  public List<String> taskTypes() {
    return cells.taskTypes();
  }

  /** Names of the machine types, in order. */
  public List<String> machineTypes() {
    return cells.machineTypes();
  }

  /** Whether the file says that its means are in seconds. */
  public boolean areInSeconds() {
    return inSeconds;
  }

  /** What of the file is not read, one sentence each. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** The mean of a task type on a machine type; empty if nothing is said of them. */
  OptionalDouble find(Pair pair) {
    return cells.at(pair).values().stream().mapToDouble(Double::doubleValue).findFirst();
  }
}
