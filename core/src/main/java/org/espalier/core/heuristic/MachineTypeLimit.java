package org.espalier.core.heuristic;

import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.PetMatrix;

/** On machines of which types a heuristic looks for a place for a task type. */
@FunctionalInterface
public interface MachineTypeLimit {
  /** On machines of all types. */
  MachineTypeLimit NONE = (session, taskType, machineType) -> true;

  /** Whether it looks at a machine type that can run a task type. */
  boolean allows(MappingSession session, int taskType, int machineType);

  /**
   * The machine types that execute a task fastest in P-state 0, of equal ones those with the lowest
   * ids (DISSERTATION 2.4.2). Only types count of which a machine takes tasks.
   *
   * @param types how many machine types, at least 1
   */
  static MachineTypeLimit fastest(int types) {
    Arguments.refuse(types < 1, "%s machine types; expected at least 1", types);
    return (session, taskType, machineType) -> faster(session, taskType, machineType) < types;
  }

  /** How many machine types come before one by their time for a task. */
  private static int faster(MappingSession session, int taskType, int machineType) {
    PetMatrix pet = session.system().pet();
    double time = pet.get(taskType, machineType, 0).mean();
    int faster = 0;
    for (int other = 0; other < pet.machineTypes(); other++) {
      if (pet.canRun(taskType, other) && session.byReadyTime(other).takesTasks()) {
        double its = pet.get(taskType, other, 0).mean();
        faster += its < time || (its == time && other < machineType) ? 1 : 0;
      }
    }
    return faster;
  }
}
