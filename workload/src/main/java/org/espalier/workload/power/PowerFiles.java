package org.espalier.workload.power;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.ApcMatrix;
import org.espalier.workload.cell.CellRow;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvFile;
import org.espalier.workload.text.CsvTable;

/**
 * APC matrices as CSV ({@code .power.csv}): the header {@code
 * task_type,machine_type,p_state,power_w}, and a row for the power in each P-state. A pair that has
 * no rows cannot run. The column {@code p_state} may be left out where all machine types have one.
 *
 * <p>Names and cells stand in the order of the matrix, powers with all their digits: what is
 * written is read back exactly.
 */
public final class PowerFiles {
  private static final String POWER = "power_w";

  private PowerFiles() {}

  /** Reads a file; empty if there are problems. */
  public static Optional<Loaded<PowerTable>> read(Path file, Problems problems) {
    FileProblems own = problems.in(file);
    CellTable<Double> watts = new CellTable<>();
    CsvTable rows = new CsvTable(own, CellRow.columns(POWER), CellRow.P_STATE);
    rows.read(CellRow.each(row -> readRow(row, watts)));
    if (watts.checkSize(own)) {
      watts.checkPStates("power", own);
    }
    return own.isEmpty() ? Optional.of(new Loaded<>(table(watts), rows.notes())) : Optional.empty();
  }

  private static void readRow(CellRow row, CellTable<Double> watts) {
    double power =
        row.number(POWER, number -> number > 0, "is not a power", "expected watts above 0")
            .orElse(1);
    watts.put(row, POWER, power);
  }

  private static PowerTable table(CellTable<Double> watts) {
    List<String> taskTypes = watts.taskTypes();
    List<String> machineTypes = watts.machineTypes();
    double[][][] matrix = new double[taskTypes.size()][machineTypes.size()][];
    for (int i = 0; i < taskTypes.size(); i++) {
      for (int j = 0; j < machineTypes.size(); j++) {
        matrix[i][j] =
            watts.at(new CellTable.Pair(taskTypes.get(i), machineTypes.get(j))).values().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
      }
    }
    return new PowerTable(taskTypes, machineTypes, ApcMatrix.of(matrix));
  }

  /** Writes a matrix; an existing file is replaced. */
  public static void write(Path file, PowerTable table) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (String taskType : table.taskTypes()) {
      for (String machineType : table.machineTypes()) {
        double[] watts = table.watts(taskType, machineType);
        for (int p = 0; p < watts.length; p++) {
          rows.add(List.of(taskType, machineType, Integer.toString(p), Double.toString(watts[p])));
        }
      }
    }
    List<String> header = CellRow.columns(CellRow.P_STATE, POWER);
    CsvFile.write(file, header, rows.stream());
  }
}
