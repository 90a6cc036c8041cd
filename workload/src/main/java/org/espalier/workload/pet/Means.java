package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;

/**
 * Mean execution times of task types on machine types, in a unit that the user knows: CSV with the
 * names of the machine types in the header and a task type in each row, {@code task_type,m0,m1}.
 *
 * @param taskTypes names of the rows
 * @param machineTypes names of the columns
 * @param rows means, [taskTypes][machineTypes], each above 0
 */
public record Means(List<String> taskTypes, List<String> machineTypes, List<List<Double>> rows) {
  private static final String FIRST_COLUMN = "task_type";

  public Means {
    taskTypes = List.copyOf(taskTypes);
    machineTypes = List.copyOf(machineTypes);
    rows = rows.stream().map(List::copyOf).toList();
    if (rows.isEmpty() || rows.size() != taskTypes.size() || machineTypes.isEmpty()) {
      throw new IllegalArgumentException(
          "%d rows of means for %d task types on %d machine types"
              .formatted(rows.size(), taskTypes.size(), machineTypes.size()));
    }
    for (List<Double> row : rows) {
      checkRow(row, machineTypes.size());
    }
  }

  private static void checkRow(List<Double> row, int columns) {
    boolean positive = row.stream().allMatch(mean -> mean > 0 && Double.isFinite(mean));
    if (row.size() != columns || !positive) {
      throw new IllegalArgumentException(
          "means %s; expected %d finite numbers above 0".formatted(row, columns));
    }
  }

  /** The mean of a task type on a machine type. */
  public double get(int taskType, int machineType) {
    return rows.get(taskType).get(machineType);
  }

  /** Reads a file; empty if there are problems. */
  public static Optional<Means> read(Path file, Problems problems) {
    FileProblems own = problems.in(file);
    return CsvTable.header(own).flatMap(header -> read(own, header));
  }

  private static Optional<Means> read(FileProblems problems, List<String> header) {
    if (header.size() < 2
        || !header.getFirst().equals(FIRST_COLUMN)
        || new HashSet<>(header).size() < header.size()
        || header.contains("")) {
      problems.report(
          1,
          "",
          String.join(",", header),
          "is no header of means",
          "expected task_type and the machine types, each once");
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    List<List<Double>> rows = new ArrayList<>();
    CsvTable.read(problems, header, row -> readRow(row, header, names, rows, problems));
    if (names.isEmpty() && problems.isEmpty()) {
      problems.report(0, "", "", "has no rows below its header", "give at least one");
    }
    return problems.isEmpty()
        ? Optional.of(new Means(names, header.subList(1, header.size()), rows))
        : Optional.empty();
  }

  private static void readRow(
      CsvRow row,
      List<String> header,
      List<String> names,
      List<List<Double>> rows,
      FileProblems problems) {
    if (row.get(0).isEmpty() || names.contains(row.get(0))) {
      problems.report(
          row.line(), FIRST_COLUMN, row.get(0), "no name, or a second time", "rename the row");
    }
    names.add(row.get(0));
    List<Double> means = new ArrayList<>();
    for (int j = 1; j < header.size(); j++) {
      double mean = Ticks.number(row.get(j)).orElse(0.0);
      if (!(mean > 0)) {
        problems.report(
            row.line(), header.get(j), row.get(j), "is not a mean", "expected a number above 0");
      }
      means.add(mean);
    }
    rows.add(means);
  }
}
