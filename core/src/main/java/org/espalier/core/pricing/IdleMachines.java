package org.espalier.core.pricing;

import java.util.BitSet;
import java.util.List;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.TaskType;

/** Machines that have nothing to do. */
final class IdleMachines {
  private IdleMachines() {}

  /** Number of idle machines that could run a task that waits. */
  static int forWaiting(MappingSession session) {
    BitSet types = new BitSet();
    session.open().forEach(candidate -> types.set(candidate.task().type()));
    List<TaskType> known = session.system().taskTypes();
    return (int)
        session.idle().stream()
            .mapToObj(session::queue)
            .filter(queue -> types.stream().anyMatch(type -> runs(queue, known.get(type))))
            .count();
  }

  private static boolean runs(MachineQueue queue, TaskType type) {
    return type.versions().stream().anyMatch(version -> queue.canRun(version.type()));
  }
}
