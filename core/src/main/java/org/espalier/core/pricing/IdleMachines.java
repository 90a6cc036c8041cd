package org.espalier.core.pricing;

import java.util.BitSet;
import java.util.List;
import org.espalier.core.allocation.Candidate;
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
    for (Candidate candidate : session.open()) {
      types.set(candidate.task().type());
    }
    int idle = 0;
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      if (isIdle(queue) && types.stream().anyMatch(type -> runs(queue, known.get(type)))) {
        idle++;
      }
    }
    return idle;
  }

  private static boolean runs(MachineQueue queue, TaskType type) {
    return type.versions().stream().anyMatch(version -> queue.canRun(version.type()));
  }
}
