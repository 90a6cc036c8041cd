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
    if (session.open().isEmpty()) {
      return 0;
    }
    BitSet types = new BitSet();
    List<TaskType> known = session.system().taskTypes();
    session
        .open()
        .forEach(candidate ->
            known
                .get(candidate.task().type())
                .versions()
                .forEach(version -> types.set(version.type())));
    return (int)
        IntStream.range(0, session.machines())
            .mapToObj(session::queue)
            .filter(IdleMachines::isIdle)
            .filter(queue -> types.stream().anyMatch(queue::canRun))
            .count();
  }
}
