package org.espalier.core.pricing;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.TaskType;

/** Machines that have nothing to do. */
final class IdleMachines {
  private IdleMachines() {}

  /** Whether a machine takes tasks and has none, nor one that is being stopped. */
  static boolean isIdle(MachineQueue queue) {
    return queue.isAvailable() && queue.size() == 0 && !queue.isClearing();
  }

  /** Number of idle machines that could run a task that waits. */
  static int forWaiting(MappingSession session) {
    BitSet types = new BitSet();
    session.open().forEach(candidate -> types.set(candidate.task().type()));
    List<TaskType> known = session.system().taskTypes();
    return (int)
        IntStream.range(0, session.machines())
            .mapToObj(session::queue)
            .filter(IdleMachines::isIdle)
            .filter(queue -> types.stream().anyMatch(type -> runs(queue, known.get(type))))
            .count();
  }

  private static boolean runs(MachineQueue queue, TaskType type) {
    return type.versions().stream().anyMatch(version -> queue.canRun(version.type()));
  }
}
