package org.espalier.core.heuristic;

import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.ReadyOrder;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;

/**
 * The choices that are open to a candidate: placements with room that are admitted ({@link
 * MappingSession#admits}).
 *
 * @param limit machine types that are looked at
 * @param allPStates whether machines are looked at in each P-state; else in the fastest only
 */
record OpenChoices(MachineTypeLimit limit, boolean allPStates) {
  static final int NONE = -1;

  /** The choices on machines of all types. */
  static final OpenChoices ALL = new OpenChoices(MachineTypeLimit.NONE);

  /** The choices in all P-states. */
  OpenChoices(MachineTypeLimit limit) {
    this(limit, true);
  }

  /** Whether a placement on a machine of a type that it {@link #allows} is open. */
  static boolean isOpen(MappingSession session, Candidate candidate, int placement) {
    return session.hasRoom(placement)
        && session.canRun(candidate, placement)
        && session.admits(candidate, placement);
  }

  /** Whether there may be open choices on machines of a type. */
  boolean allows(MappingSession session, Candidate candidate, int machineType) {
    int taskType = candidate.task().type();
    return session.system().pet().canRun(taskType, machineType)
        && limit.allows(session, taskType, machineType);
  }

  /** All open choices of a candidate. */
  int[] all(MappingSession session, Candidate candidate) {
    return IntStream.range(0, session.machines())
        .filter(m -> allows(session, candidate, session.queue(m).machine().type().id()))
        .flatMap(m -> placements(session, m))
        .filter(p -> isOpen(session, candidate, p))
        .toArray();
  }

  private IntStream placements(MappingSession session, int machine) {
    int fastest = session.fastestPlacement(machine);
    int pStates = session.queue(machine).machine().type().pStates().size();
    return IntStream.range(fastest, fastest + (allPStates ? pStates : 1));
  }

  /**
   * The open choice that comes first in an order, of equal ones that with the lowest placement id,
   * or {@link #NONE}.
   *
   * @param but a machine to leave out; {@link #NONE} for none
   */
  int first(MappingSession session, Candidate candidate, PairOrder order, int but) {
    int first = NONE;
    for (MachineType type : session.system().machineTypes()) {
      if (allows(session, candidate, type.id())) {
        int pStates = allPStates ? type.pStates().size() : 1;
        for (int p = 0; p < pStates; p++) {
          int placement = firstOfType(session, candidate, order, type.id(), p, but);
          boolean isOne = placement != NONE;
          if (isOne && (first == NONE || order.comesFirst(session, candidate, placement, first))) {
            first = placement;
          }
        }
      }
    }
    return first;
  }

  /**
   * The same among the machines of a type that it {@link #allows}, in one of their P-states. Where
   * it is certain when they are free, few of them need a look.
   */
  private int firstOfType(
      MappingSession session, Candidate candidate, PairOrder order, int type, int pState, int but) {
    ReadyOrder machines = session.byReadyTime(type);
    boolean firstWillDo =
        machines.isCertain()
            && order.soonerIsBetter(candidate.task())
            && !mayBeDropped(session, candidate.task());
    int first = NONE;
    for (int i = 0; i < machines.size(); i++) {
      int machine = machines.machine(i);
      int placement = session.fastestPlacement(machine) + pState;
      if (machine != but
          && isOpen(session, candidate, placement)
          && (first == NONE || order.comesFirst(session, candidate, placement, first))) {
        first = placement;
        if (firstWillDo) {
          return first;
        }
      }
    }
    return first;
  }

  /** Whether a task leaves when its deadline has passed. */
  static boolean mayBeDropped(MappingSession session, Task task) {
    return session.event().rules().scope() != DroppingScope.NONE
        && task.deadline() != Task.NO_DEADLINE;
  }
}
