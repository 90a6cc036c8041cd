package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.ReadyOrder;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;

/**
 * The choices that are open to a candidate: placements with room that all filters admit.
 *
 * @param limit machine types that are looked at
 * @param filtered whether filters are asked; if not, they decide when a choice is made
 */
record OpenChoices(MachineTypeLimit limit, boolean filtered) {
  static final int NONE = -1;

  OpenChoices(MachineTypeLimit limit) {
    this(limit, true);
  }

  /** Those on machines of all types. */
  static final OpenChoices ALL = new OpenChoices(MachineTypeLimit.NONE);

  /** Whether a placement would be open if it were not for filters. */
  boolean isPossible(MappingSession session, Candidate candidate, int placement) {
    int type = session.queue(session.machineOf(placement)).machine().type().id();
    return allows(session, candidate, type)
        && session.hasRoom(placement)
        && session.canRun(candidate, placement);
  }

  /** Whether a placement on a machine of a type that it {@link #allows} is open. */
  static boolean isOpen(MappingSession session, Candidate candidate, int placement) {
    return session.hasRoom(placement)
        && session.canRun(candidate, placement)
        && session.admits(candidate, placement);
  }

  /** Whether there may be open choices on machines of a type. */
  boolean allows(MappingSession session, Candidate candidate, int machineType) {
    PetMatrix pet = session.system().pet();
    int taskType = candidate.task().type();
    return pet.canRun(taskType, machineType) && limit.allows(pet, taskType, machineType);
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
        for (int p = 0; p < type.pStates().size(); p++) {
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
        machines.isCertain() && order.soonerIsBetter() && !mayBeDropped(session, candidate.task());
    int first = NONE;
    for (int i = 0; i < machines.size(); i++) {
      int machine = machines.machine(i);
      int placement = session.fastestPlacement(machine) + pState;
      if (machine != but
          && isChoice(session, candidate, placement)
          && (first == NONE || order.comesFirst(session, candidate, placement, first))) {
        first = placement;
        if (firstWillDo) {
          return first;
        }
      }
    }
    return first;
  }

  private boolean isChoice(MappingSession session, Candidate candidate, int placement) {
    return session.hasRoom(placement)
        && session.canRun(candidate, placement)
        && (!filtered || session.admits(candidate, placement));
  }

  /** Whether a task leaves when its deadline has passed. */
  static boolean mayBeDropped(MappingSession session, Task task) {
    return session.event().rules().scope() != DroppingScope.NONE
        && task.deadline() != Task.NO_DEADLINE;
  }
}
