package org.espalier.workload.power;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.core.model.ApcMatrix;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;

/**
 * APC matrices as CSV ({@code .power.csv}): the header {@code
 * task_type,machine_type,p_state,power_w}, and a row for the power in each P-state. A pair that has
 * no rows cannot run. The column {@code p_state} may be left out where all machine types have one.
 *
 * <p>Names and cells stand in the order of the matrix, powers with all their digits: what is
 * written is read back exactly.
 */
public final class PowerFiles {
  private static final List<String> COLUMNS = List.of("task_type", "machine_type", "power_w");
  private static final String P_STATE = "p_state";
  private static final List<String> COLUMNS_WITH_P_STATE =
      List.of("task_type", "machine_type", "power_w", P_STATE);
  private static final List<String> HEADER =
      List.of("task_type", "machine_type", P_STATE, "power_w");
  private static final int MOST_P_STATES = 100;
  private static final long MOST_CELLS = 1_000_000;

  private final FileProblems problems;
  private final Map<String, Map<String, Pair>> pairs = new LinkedHashMap<>();
  private final Map<String, Integer> pStates = new LinkedHashMap<>();
  private List<String> columns = COLUMNS;

  /** What is said of a task type on a machine type: its first line, and watts by P-state. */
  private record Pair(int line, Map<Integer, Double> watts) {}

  private PowerFiles(FileProblems problems) {
    this.problems = problems;
  }

  /** Reads a file; empty if there are problems. */
  public static Optional<PowerTable> read(Path file, Problems problems) {
    return new PowerFiles(problems.in(file)).read();
  }

  private Optional<PowerTable> read() {
    CsvTable.header(problems).ifPresent(this::readRows);
    if (pairs.isEmpty() && problems.isEmpty()) {
      problems.report(0, "", "", "has no rows below its header", "give at least one");
    }
    if ((long) pairs.size() * pStates.size() > MOST_CELLS) {
      problems.report(
          0,
          "",
          "",
          "names %,d task types and %,d machine types; at most %,d cells are held"
              .formatted(pairs.size(), pStates.size(), MOST_CELLS),
          "are the columns right?");
    }
    pairs.forEach((task, row) -> row.forEach((machine, pair) -> check(task, machine, pair)));
    return problems.isEmpty() ? Optional.of(table()) : Optional.empty();
  }

  private void readRows(List<String> header) {
    columns = header.contains(P_STATE) ? COLUMNS_WITH_P_STATE : COLUMNS;
    CsvTable.read(problems, columns, this::readRow);
  }

  private void readRow(CsvRow row) {
    String taskType = row.get(0);
    String machineType = row.get(1);
    if (taskType.isEmpty() || machineType.isEmpty()) {
      problems.report(row.line(), "", "", "a name is empty", "name both types");
      return;
    }
    int pState = columns.equals(COLUMNS) ? 0 : pState(row);
    double watts = Ticks.number(row.get(2)).orElse(-1.0);
    if (!(watts > 0)) {
      report(row, 2, "is not a power", "expected watts above 0");
      watts = 1;
    }
    if (pState >= 0) {
      add(row, pState, watts);
    }
  }

  /** The P-state, or -1 if it was reported. */
  private int pState(CsvRow row) {
    long pState = Ticks.perUnit(1).parse(row.get(3)).orElse(-1L);
    if (pState < 0 || pState >= MOST_P_STATES) {
      report(row, 3, "is not a P-state", "expected 0 to %d".formatted(MOST_P_STATES - 1));
      return -1;
    }
    return (int) pState;
  }

  private void add(CsvRow row, int pState, double watts) {
    Pair pair =
        pairs
            .computeIfAbsent(row.get(0), name -> new LinkedHashMap<>())
            .computeIfAbsent(row.get(1), name -> new Pair(row.line(), new TreeMap<>()));
    pStates.merge(row.get(1), pState + 1, Math::max);
    if (pair.watts().putIfAbsent(pState, watts) != null) {
      problems.report(
          row.line(),
          "%s, %s".formatted(row.get(0), row.get(1)),
          row.get(2),
          "has its power in P-state %d a second time".formatted(pState),
          "remove one");
    }
  }

  private void report(CsvRow row, int column, String message, String remedy) {
    problems.report(row.line(), columns.get(column), row.get(column), message, remedy);
  }

  private void check(String taskType, String machineType, Pair pair) {
    int expected = pStates.getOrDefault(machineType, 0);
    for (int p = 0; p < expected; p++) {
      if (!pair.watts().containsKey(p)) {
        problems.report(
            pair.line(),
            "%s, %s".formatted(taskType, machineType),
            "",
            "has no power in P-state %d of %d".formatted(p, expected),
            "give all P-states of a pair, or none where the type cannot run");
      }
    }
  }

  private PowerTable table() {
    List<String> machineTypes = List.copyOf(pStates.keySet());
    double[][][] watts = new double[pairs.size()][machineTypes.size()][0];
    int i = 0;
    for (Map<String, Pair> row : pairs.values()) {
      for (int j = 0; j < machineTypes.size(); j++) {
        Pair pair = row.get(machineTypes.get(j));
        if (pair != null) {
          watts[i][j] = pair.watts().values().stream().mapToDouble(Double::doubleValue).toArray();
        }
      }
      i++;
    }
    return new PowerTable(List.copyOf(pairs.keySet()), machineTypes, ApcMatrix.of(watts));
  }

  /** Writes a matrix; an existing file is replaced. */
  public static void write(Path file, PowerTable table) throws IOException {
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      csv.writeRecord(HEADER);
      for (String taskType : table.taskTypes()) {
        for (String machineType : table.machineTypes()) {
          double[] watts = table.watts(taskType, machineType);
          for (int p = 0; p < watts.length; p++) {
            List<String> row = new ArrayList<>(List.of(taskType, machineType));
            row.add(Integer.toString(p));
            row.add(Double.toString(watts[p]));
            csv.writeRecord(row);
          }
        }
      }
    }
  }
}
