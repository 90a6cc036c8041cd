package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.ReadyOrder;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * A placement that may stand for others too, while tasks are mapped. Where all that is known is
 * certain, it is on the open machine of a type that is free first, since no other one comes before
 * that. Else it stands only for itself. It serves all candidates of one task type, so that what
 * their scores depend on besides the task is found once for all of them.
 */
final class Lane {
  private static final int OF_TYPE = -1;

  private final MappingSession session;
  private final Candidate example;
  private final ReadyOrder machines;
  private final int pState;

  /** The machine, or {@link #OF_TYPE}. */
  private final int machine;

  private final boolean mayBeDropped;

  /** Execution time, its mean and the energy, the same on all of its machines. */
  private @Nullable Pmf execution;

  private double meanExecution;
  private double joules;
  private int seen = -1;
  private int version;
  private int placement = OpenChoices.NONE;
  private CertainPair earliest = new CertainPair(0, 0, 0);
  private boolean isCertain;

  private Lane(
      MappingSession session, Candidate example, ReadyOrder machines, int pState, int machine) {
    this.session = session;
    this.example = example;
    this.machines = machines;
    this.pState = pState;
    this.machine = machine;
    this.mayBeDropped = OpenChoices.mayBeDropped(session, example.task());
  }

  /** The first open machine of a type in a P-state. */
  static Lane ofType(MappingSession session, Candidate example, ReadyOrder machines, int pState) {
    return new Lane(session, example, machines, pState, OF_TYPE);
  }

  /** A machine in a P-state. */
  static Lane ofMachine(
      MappingSession session, Candidate example, ReadyOrder machines, int pState, int machine) {
    return new Lane(session, example, machines, pState, machine);
  }

  /** Changes when the placement may be another one, or other numbers may be those of it. */
  int version() {
    if (seen != machines.version()) {
      look();
    }
    return version;
  }

  /** The placement; {@link OpenChoices#NONE} if none is open any more. */
  int placement() {
    version();
    return placement;
  }

  /** Whether its placement is open to a candidate. */
  boolean isOpen(Candidate candidate) {
    int present = placement();
    return present != OpenChoices.NONE && session.admits(candidate, present);
  }

  /** Lets another placement take the place of one that filters refuse. */
  void replaceRefused() {
    if (machine == OF_TYPE) {
      look();
    }
  }

  private void look() {
    seen = machines.version();
    version++;
    placement = machine == OF_TYPE ? firstOpen() : ofOneMachine();
    if (placement != OpenChoices.NONE) {
      MachineQueue queue = session.queue(session.machineOf(placement));
      Pmf ready = queue.tail();
      Pmf time = execution(queue);
      isCertain = !mayBeDropped && ready.isCertain() && time.isCertain();
      earliest = new CertainPair(ready.earliest() + time.earliest(), meanExecution, joules);
    }
  }

  private Pmf execution(MachineQueue queue) {
    Pmf known = execution;
    if (known == null) {
      known = queue.executionTime(example.task().type(), pState);
      execution = known;
      meanExecution = session.meanExecutionTime(example, placement);
      joules = session.expectedEnergy(example, placement);
    }
    return known;
  }

  private int firstOpen() {
    for (int i = 0; i < machines.size(); i++) {
      int first = session.fastestPlacement(machines.machine(i)) + pState;
      if (OpenChoices.isOpen(session, example, first)) {
        return first;
      }
    }
    return OpenChoices.NONE;
  }

  private int ofOneMachine() {
    int only = session.fastestPlacement(machine) + pState;
    boolean isPossible = session.hasRoom(only) && session.canRun(example, only);
    return isPossible ? only : OpenChoices.NONE;
  }

  /** The score of its placement for a candidate. */
  double score(PairOrder order, Candidate candidate) {
    return isScoreKnown(order)
        ? order.score(session.system(), candidate.task(), earliest)
        : order.score(session, candidate, placement());
  }

  /** A pair that is certain, and behind which that of its placement does not come. */
  CertainPair atBest() {
    version();
    return earliest;
  }

  /** Whether the completion is certain, and the score found from it. */
  boolean isScoreKnown(PairOrder order) {
    version();
    return isCertain && order.scoresCertainPairs();
  }
}
