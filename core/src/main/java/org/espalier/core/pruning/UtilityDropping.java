package org.espalier.core.pruning;

import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.ReadyOrder;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.PetMatrix;

/**
 * Dropping by utility (DISSERTATION 2.4.4): a task that is not mapped yet and would earn less than
 * a threshold leaves the system. In batch mode that is so if it earns less than that on its best
 * machine in P-state 0, busy and full ones included, before the heuristic maps anything; in
 * immediate mode if it does where the heuristic wants to put it; one that could not be mapped as it
 * arrived is judged as in batch mode from then on. A task of which no machine that can run it takes
 * tasks at present stays. One that rises is judged by the most that is still to be had of it.
 *
 * <p>Tasks that some special machine type can run may have a threshold of their own, since special
 * machines often have time where the others have none (2.7.3). A machine type is special that
 * cannot run all task types.
 *
 * @param threshold the utility below which a task is dropped; 0 for none
 * @param ofSpecial the same of tasks that some special machine type can run
 */
public record UtilityDropping(double threshold, double ofSpecial) {
  /** Drops nothing. */
  public static final UtilityDropping NONE = new UtilityDropping(0);

  /** With one threshold for all. */
  public UtilityDropping(double threshold) {
    this(threshold, threshold);
  }

  private static final String UTILITY = "utility";

  public UtilityDropping {
    for (double given : new double[] {threshold, ofSpecial}) {
      Arguments.notNegative(given, "utility threshold");
    }
  }

  /** The lower of both thresholds. */
  public double least() {
    return Math.min(threshold, ofSpecial);
  }

  /** The threshold of a task type. */
  private double of(PetMatrix pet, int taskType) {
    return ofSpecial != threshold && isSpecial(pet, taskType) ? ofSpecial : threshold;
  }

  private static boolean isSpecial(PetMatrix pet, int taskType) {
    return IntStream.range(0, pet.machineTypes())
        .anyMatch(j -> pet.canRun(taskType, j) && pet.isSpecial(j));
  }

  /** Drops in a session, before a heuristic maps. */
  void drop(MappingSession session) {
    if (threshold == 0 && ofSpecial == 0) {
      return;
    }
    boolean immediate =
        session.event().rules().management() instanceof TaskManagement.UnboundedQueues;
    if (immediate) {
      session.filterBy(new Worth());
    }
    for (Candidate candidate : session.open()) {
      boolean isJudged = !immediate || candidate.task().arrival() < session.now();
      double least = of(session.system().pet(), candidate.task().type());
      double utility = isJudged ? highest(session, candidate.falling(), least) : least;
      if (utility < least
          && !candidate.task().mustComplete()
          && session.canRunSomewhere(candidate)) {
        session.discard(candidate, DropReason.LOW_UTILITY, new Basis(UTILITY, utility, least));
      }
    }
  }

  /** The most that it would earn, as far as it matters: the first number above the threshold. */
  private static double highest(MappingSession session, Candidate candidate, double threshold) {
    PetMatrix pet = session.system().pet();
    double highest = 0;
    for (int type = 0; type < pet.machineTypes() && highest < threshold; type++) {
      if (pet.canRun(candidate.task().type(), type)) {
        highest =
            Math.max(highest, highest(session, candidate, session.byReadyTime(type), threshold));
      }
    }
    return highest;
  }

  private static double highest(
      MappingSession session, Candidate candidate, ReadyOrder machines, double threshold) {
    double highest = 0;
    for (int i = 0; i < machines.size() && highest < threshold; i++) {
      int placement = session.fastestPlacement(machines.machine(i));
      if (session.canRun(candidate, placement)) {
        highest = Math.max(highest, session.expectedUtility(candidate, placement));
        if (machines.isCertain()) {
          return highest;
        }
      }
    }
    return highest;
  }

  /** Refuses pairs that earn too little. */
  private final class Worth implements PairFilter {
    @Override
    public String reason() {
      return UTILITY;
    }

    @Override
    public Optional<DropReason> discards() {
      return Optional.of(DropReason.LOW_UTILITY);
    }

    @Override
    public boolean admits(MappingState state, Candidate candidate, int placement) {
      return candidate.task().mustComplete()
          || state.expectedUtility(candidate.falling(), placement)
              >= of(state.system().pet(), candidate.task().type());
    }

    @Override
    public Basis basis(MappingState state, Candidate candidate, int placement) {
      double least = of(state.system().pet(), candidate.task().type());
      return new Basis(UTILITY, state.expectedUtility(candidate.falling(), placement), least);
    }
  }
}
