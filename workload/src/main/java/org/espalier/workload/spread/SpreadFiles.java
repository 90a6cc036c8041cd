package org.espalier.workload.spread;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;

/**
 * The spread of times and powers as CSV ({@code .spread.csv}): the header {@code
 * task_type,machine_type,p_state,time_cov,power_cov}, and a row for each P-state of each pair that
 * can run. The column {@code p_state} may be left out where all machine types have one.
 */
public final class SpreadFiles {
  private static final List<String> COLUMNS =
      List.of("task_type", "machine_type", "time_cov", "power_cov");
  private static final String P_STATE = "p_state";
  private static final List<String> COLUMNS_WITH_P_STATE =
      List.of("task_type", "machine_type", "time_cov", "power_cov", P_STATE);
  private static final double HIGHEST_COV = 10;

  private final HcSystem system;
  private final FileProblems problems;
  private final Map<String, Integer> taskTypes = new LinkedHashMap<>();
  private final Map<String, MachineType> machineTypes = new LinkedHashMap<>();
  private final double[][][] timeCov;
  private final double[][][] powerCov;
  private List<String> columns = COLUMNS;

  private SpreadFiles(HcSystem system, FileProblems problems) {
    this.system = system;
    this.problems = problems;
    system.taskTypes().forEach(type -> taskTypes.put(type.name(), type.id()));
    system.machineTypes().forEach(type -> machineTypes.put(type.name(), type));
    this.timeCov = unknown();
    this.powerCov = unknown();
  }

  private double[][][] unknown() {
    double[][][] unknown = new double[taskTypes.size()][machineTypes.size()][];
    for (double[][] row : unknown) {
      for (MachineType type : system.machineTypes()) {
        row[type.id()] = new double[type.pStates().size()];
        Arrays.fill(row[type.id()], Double.NaN);
      }
    }
    return unknown;
  }

  /** Reads the spread of a system; empty if there are problems. */
  public static Optional<Spread> read(Path file, HcSystem system, Problems problems) {
    return new SpreadFiles(system, problems.in(file)).read();
  }

  private Optional<Spread> read() {
    CsvTable.header(problems).ifPresent(this::readRows);
    if (problems.isEmpty()) {
      system.taskTypes().forEach(this::checkWhole);
    }
    return problems.isEmpty() ? Optional.of(new Spread(timeCov, powerCov)) : Optional.empty();
  }

  private void readRows(List<String> header) {
    columns = header.contains(P_STATE) ? COLUMNS_WITH_P_STATE : COLUMNS;
    CsvTable.read(problems, columns, this::readRow);
  }

  private void readRow(CsvRow row) {
    Integer taskType = taskTypes.get(row.get(0));
    MachineType machineType = machineTypes.get(row.get(1));
    if (taskType == null) {
      report(row, 0, "is no task type of the system", Names.remedy(row.get(0), taskTypes.keySet()));
    }
    if (machineType == null) {
      report(
          row,
          1,
          "is no machine type of the system",
          Names.remedy(row.get(1), machineTypes.keySet()));
    }
    double time = cov(row, 2);
    double power = cov(row, 3);
    if (taskType != null && machineType != null) {
      add(row, taskType, machineType, time, power);
    }
  }

  private double cov(CsvRow row, int column) {
    double cov = Ticks.number(row.get(column)).orElse(-1.0);
    if (!(cov >= 0 && cov <= HIGHEST_COV)) {
      report(
          row,
          column,
          "is no coefficient of variation",
          "expected a number from 0 to %s".formatted(HIGHEST_COV));
      return 0;
    }
    return cov;
  }

  private void add(CsvRow row, int taskType, MachineType machineType, double time, double power) {
    int pStates = machineType.pStates().size();
    long pState = columns.equals(COLUMNS) ? 0 : Ticks.perUnit(1).parse(row.get(4)).orElse(-1L);
    if (pState < 0 || pState >= pStates) {
      report(
          row,
          4,
          "is no P-state of machine type " + machineType.name(),
          "expected 0 to %d".formatted(pStates - 1));
      return;
    }
    double[] times = timeCov[taskType][machineType.id()];
    if (!Double.isNaN(times[(int) pState])) {
      problems.report(
          row.line(),
          "%s, %s".formatted(row.get(0), row.get(1)),
          "",
          "has its spread in P-state %d a second time".formatted(pState),
          "remove one");
    }
    times[(int) pState] = time;
    powerCov[taskType][machineType.id()][(int) pState] = power;
  }

  private void report(CsvRow row, int column, String message, String remedy) {
    problems.report(row.line(), columns.get(column), row.get(column), message, remedy);
  }

  private void checkWhole(TaskType taskType) {
    for (MachineType machineType : system.machineTypes()) {
      double[] times = timeCov[taskType.id()][machineType.id()];
      for (int p = 0; p < times.length; p++) {
        if (system.pet().canRun(taskType.id(), machineType.id()) && Double.isNaN(times[p])) {
          problems.report(
              0,
              "%s, %s".formatted(taskType.name(), machineType.name()),
              "",
              "has no spread in P-state %d, in which it can run".formatted(p),
              "add a row");
        }
      }
    }
  }
}
