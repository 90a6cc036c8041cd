package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;

/**
 * The types that are wanted of a larger file, by name.
 *
 * @param taskTypes names of task types; empty for all
 * @param machineTypes names of machine types; empty for all
 */
public record TypeChoice(List<String> taskTypes, List<String> machineTypes) {
  /** All types. */
  public static final TypeChoice ALL = new TypeChoice(List.of(), List.of());

  public TypeChoice {
    taskTypes = List.copyOf(taskTypes);
    machineTypes = List.copyOf(machineTypes);
  }

  /** Whether the cell of two types is wanted. */
  boolean has(CellTable.Pair pair) {
    return (taskTypes.isEmpty() || taskTypes.contains(pair.taskType()))
        && (machineTypes.isEmpty() || machineTypes.contains(pair.machineType()));
  }

  /** Reports the wanted types that are none of those that there are. */
  void reportAbsent(
      Collection<String> presentTasks, Collection<String> presentMachines, FileProblems problems) {
    reportAbsent("task type", taskTypes, presentTasks, problems);
    reportAbsent("machine type", machineTypes, presentMachines, problems);
  }

  private static void reportAbsent(
      String what, List<String> wanted, Collection<String> present, FileProblems problems) {
    List<String> absent = new ArrayList<>(wanted);
    absent.removeAll(present);
    for (String name : absent) {
      problems.report(0, "", name, "says nothing of this " + what, Names.remedy(name, present));
    }
  }
}
