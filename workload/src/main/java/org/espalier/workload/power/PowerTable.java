package org.espalier.workload.power;

import java.util.List;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;

/**
 * An APC matrix with the names of its rows and columns.
 *
 * @param taskTypes names of the task types, in the order of the rows
 * @param machineTypes names of the machine types, in the order of the columns
 * @param matrix the matrix, [taskTypes][machineTypes]
 */
public record PowerTable(List<String> taskTypes, List<String> machineTypes, ApcMatrix matrix) {
  public PowerTable {
    taskTypes = List.copyOf(taskTypes);
    machineTypes = List.copyOf(machineTypes);
    Arguments.refuse(
        matrix.taskTypes() != taskTypes.size() || matrix.machineTypes() != machineTypes.size(),
        "%s task types and %s machine types are named, the APC matrix is %s x %s",
        taskTypes.size(),
        machineTypes.size(),
        matrix.taskTypes(),
        matrix.machineTypes());
  }

  /** The power of a system, with the names of its types. */
  public static PowerTable of(HcSystem system, ApcMatrix matrix) {
    return new PowerTable(
        system.taskTypes().stream().map(TaskType::name).toList(),
        system.machineTypes().stream().map(MachineType::name).toList(),
        matrix);
  }

  /** The power of a pair by P-state, in watts; none if nothing is said of it. */
  public double[] watts(String taskType, String machineType) {
    int i = taskTypes.indexOf(taskType);
    int j = machineTypes.indexOf(machineType);
    if (i < 0 || j < 0 || !matrix.canRun(i, j)) {
      return new double[0];
    }
    double[] watts = new double[matrix.pStates(j)];
    for (int p = 0; p < watts.length; p++) {
      watts[p] = matrix.get(i, j, p);
    }
    return watts;
  }
}
