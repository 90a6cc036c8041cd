package org.espalier.workload.spread;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;
import org.espalier.workload.cell.CellRow;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvTable;

/**
 * The spread of times and powers as CSV ({@code .spread.csv}): the header {@code
 * task_type,machine_type,p_state,time_cov,power_cov}, and a row for each P-state of each pair that
 * can run. The column {@code p_state} may be left out where all machine types have one.
 */
public final class SpreadFiles {
  private static final String TIME = "time_cov";
  private static final String POWER = "power_cov";
  private static final double HIGHEST_COV = 10;

  private final HcSystem system;
  private final FileProblems problems;
  private final List<String> taskTypes;
  private final List<String> machineTypes;
  private final CellTable<Spread.Cov> cells = new CellTable<>();

  private SpreadFiles(HcSystem system, FileProblems problems) {
    this.system = system;
    this.problems = problems;
    this.taskTypes = system.taskTypes().stream().map(TaskType::name).toList();
    this.machineTypes = system.machineTypes().stream().map(MachineType::name).toList();
  }

  /** Reads the spread of a system; empty if there are problems. */
  public static Optional<Spread> read(Path file, HcSystem system, Problems problems) {
    return new SpreadFiles(system, problems.in(file)).read();
  }

  private Optional<Spread> read() {
    CsvTable table = new CsvTable(problems, CellRow.columns(TIME, POWER), CellRow.P_STATE);
    table.read(CellRow.each(this::readRow));
    table.refuseUnread();
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    Spread.Cov[][][] covs = new Spread.Cov[taskTypes.size()][machineTypes.size()][];
    for (int i = 0; i < covs.length; i++) {
      for (int j = 0; j < covs[i].length; j++) {
        covs[i][j] = byPState(i, j);
      }
    }
    return problems.isEmpty() ? Optional.of(new Spread(covs)) : Optional.empty();
  }

  private void readRow(CellRow row) {
    CellTable.Pair pair = row.pair();
    boolean known =
        isKnown(row, CellRow.TASK_TYPE, pair.taskType(), taskTypes)
            & isKnown(row, CellRow.MACHINE_TYPE, pair.machineType(), machineTypes);
    Spread.Cov cov = new Spread.Cov(cov(row, TIME), cov(row, POWER));
    if (known && hasPState(row, pair.machineType())) {
      cells.put(row, TIME, cov);
    }
  }

  private static boolean isKnown(CellRow row, String column, String name, List<String> known) {
    if (!known.contains(name)) {
      row.report(
          column,
          "is no %s of the system".formatted(column.replace('_', ' ')),
          Names.remedy(name, known));
    }
    return known.contains(name);
  }

  private static double cov(CellRow row, String column) {
    return row.number(
            column,
            cov -> cov >= 0 && cov <= HIGHEST_COV,
            "is no coefficient of variation",
            "expected a number from 0 to %s".formatted(HIGHEST_COV))
        .orElse(0);
  }

  private boolean hasPState(CellRow row, String machineType) {
    int pStates = pStates(machineTypes.indexOf(machineType));
    if (row.pState() >= pStates) {
      row.report(
          CellRow.P_STATE,
          "is no P-state of machine type " + machineType,
          "expected 0 to %s".formatted(pStates - 1));
    }
    return row.pState() < pStates;
  }

  private int pStates(int machineType) {
    return system.machineTypes().get(machineType).pStates().size();
  }

  /** What is said of a pair; what is not said though it can run is reported. */
  private Spread.Cov[] byPState(int taskType, int machineType) {
    CellTable.Pair pair =
        new CellTable.Pair(taskTypes.get(taskType), machineTypes.get(machineType));
    SortedMap<Integer, Spread.Cov> said = cells.at(pair);
    Spread.Cov[] covs = new Spread.Cov[pStates(machineType)];
    for (int p = 0; p < covs.length; p++) {
      covs[p] = said.getOrDefault(p, Spread.Cov.UNKNOWN);
      if (!said.containsKey(p) && system.pet().canRun(taskType, machineType)) {
        problems.report(
            0,
            pair.toString(),
            "",
            "has no spread in P-state %s, in which it can run".formatted(p),
            "add a row");
      }
    }
    return covs;
  }
}
