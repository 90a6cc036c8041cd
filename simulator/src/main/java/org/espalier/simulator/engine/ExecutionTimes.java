package org.espalier.simulator.engine;

import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;

/** The actual execution times of one trial: the same for every policy. */
@FunctionalInterface
public interface ExecutionTimes {
  /** Actual execution time in ticks of a task on a machine in a P-state. */
  long of(Task task, Machine machine, int pState);

  /** Whether each is surely one of the times that its PMF in a matrix holds. */
  default boolean keepTo(PetMatrix pet) {
    return false;
  }
}
