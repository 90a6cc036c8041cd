package org.espalier.workload.pet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.workload.document.Quantities;

/**
 * A PET matrix with the names of its rows and columns and the length of its tick.
 *
 * @param taskTypes names of the task types, in the order of the rows
 * @param machineTypes names of the machine types, in the order of the columns
 * @param tick what one tick is
 * @param matrix the matrix, [taskTypes][machineTypes]
 */
public record PetTable(
    List<String> taskTypes, List<String> machineTypes, Duration tick, PetMatrix matrix) {
  public PetTable {
    taskTypes = List.copyOf(taskTypes);
    machineTypes = List.copyOf(machineTypes);
    Arguments.refuse(
        matrix.taskTypes() != taskTypes.size() || matrix.machineTypes() != machineTypes.size(),
        "%s task types and %s machine types are named, the PET is %s x %s",
        taskTypes.size(),
        machineTypes.size(),
        matrix.taskTypes(),
        matrix.machineTypes());
  }

  /** The PET of a system, with the names of its types. */
  public static PetTable of(HcSystem system) {
    return new PetTable(
        system.taskTypes().stream().map(TaskType::name).toList(),
        system.machineTypes().stream().map(MachineType::name).toList(),
        system.tick(),
        system.pet());
  }

  /** The same matrix with other names. */
  public PetTable named(Collection<String> taskTypeNames, Collection<String> machineTypeNames) {
    return new PetTable(List.copyOf(taskTypeNames), List.copyOf(machineTypeNames), tick, matrix);
  }

  /** The rows of some task types, in the order of their names; all must be there. */
  public PetTable rows(List<String> names) {
    return new PetTable(names, machineTypes, tick, part(names, machineTypes));
  }

  /** The columns of some machine types, in the order of their names; all must be there. */
  public PetTable columns(List<String> names) {
    return new PetTable(taskTypes, names, tick, part(taskTypes, names));
  }

  /**
   * The same with one more column at the end: that of another machine type, with all times
   * multiplied by a factor. See {@link ScaledPet} for how they are rounded.
   */
  public PetTable withColumnLike(String name, String other, double factor) {
    List<String> names = new ArrayList<>(machineTypes);
    names.add(other);
    PetMatrix wider = part(taskTypes, names);
    int last = names.size() - 1;
    names.set(last, name);
    PetMatrix scaled =
        wider.map((i, j, p) -> ScaledPet.of(wider.get(i, j, p), j == last ? factor : 1));
    return new PetTable(taskTypes, names, tick, scaled);
  }

  /** The step, or the least and the greatest of those that cells have. */
  public String stepText() {
    return stepText(matrix, tick);
  }

  /** The same of a matrix without names. */
  public static String stepText(PetMatrix matrix, Duration tick) {
    String base = Quantities.text(tick.multipliedBy(matrix.step()));
    return matrix.greatestStep() == matrix.step()
        ? base
        : "%s to %s by cell"
            .formatted(base, Quantities.text(tick.multipliedBy(matrix.greatestStep())));
  }

  private PetMatrix part(List<String> rows, List<String> columns) {
    return matrix.part(
        rows.stream().mapToInt(taskTypes::indexOf).toArray(),
        columns.stream().mapToInt(machineTypes::indexOf).toArray());
  }

  /**
   * A system with one machine of each type: machine {@code machine-3} is the one of the type at 3.
   */
  public HcSystem system(String name) {
    List<TaskType> types = new ArrayList<>();
    taskTypes.forEach(type -> types.add(new TaskType(types.size(), type)));
    List<MachineType> columns = new ArrayList<>();
    machineTypes.forEach(type -> columns.add(machineType(columns.size(), type)));
    List<Machine> machines = new ArrayList<>();
    columns.forEach(t -> machines.add(new Machine(t.id(), "machine-" + t.id(), t)));
    return new HcSystem(name, tick, types, columns, machines, matrix);
  }

  /** A machine type of which no more is known than its column. */
  public MachineType machineType(int id, String type) {
    int pStates = matrix.pStates(machineTypes.indexOf(type));
    return new MachineType(
        id,
        type,
        0,
        0,
        IntStream.range(0, pStates).mapToObj(p -> new PState(PState.defaultName(p), 0)).toList());
  }
}
