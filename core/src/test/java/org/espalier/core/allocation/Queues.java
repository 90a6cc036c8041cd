package org.espalier.core.allocation;

import java.time.Duration;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/** Systems of one machine, and its queue. */
final class Queues {
  private Queues() {}

  /** A system with one machine, on which task type i takes the i-th of the times. */
  static HcSystem oneMachine(Pmf... executions) {
    Pmf[][] cells = new Pmf[executions.length][];
    TaskType[] types = new TaskType[executions.length];
    for (int i = 0; i < executions.length; i++) {
      cells[i] = new Pmf[] {executions[i]};
      types[i] = new TaskType(i, "type-" + i);
    }
    MachineType type = new MachineType(0, "only");
    return new HcSystem(
        "one machine",
        Duration.ofSeconds(1),
        List.of(types),
        List.of(type),
        List.of(new Machine(0, "machine", type)),
        PetMatrix.of(cells));
  }

  /** The empty queue of that machine at a time, without limit. */
  static MachineQueue empty(DroppingScope scope, long now, Pmf... executions) {
    HcSystem system = oneMachine(executions);
    AllocationRules rules = AllocationRules.bounded(AllocationRules.UNBOUNDED, scope);
    return MachineQueue.empty(new MachineProfile(system, system.machines().getFirst(), rules), now);
  }
}
