package org.espalier.core.pruning;

import java.util.Optional;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.ReadyOrder;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.PetMatrix;

/**
 * Dropping by utility (DISSERTATION 2.4.4): a task that is not mapped yet and would earn less than
 * a threshold leaves the system. In batch mode that is so if it earns less than that on its best
 * machine in P-state 0, busy and full ones included, before the heuristic maps anything; in
 * immediate mode if it does where the heuristic wants to put it; one that could not be mapped as it
 * arrived is judged as in batch mode from then on. A task of which no machine that can run it takes
 * tasks at present stays.
 *
 * @param threshold the utility below which a task is dropped; 0 for none
 */
public record UtilityDropping(double threshold) {
  /** Drops nothing. */
  public static final UtilityDropping NONE = new UtilityDropping(0);

  private static final String UTILITY = "utility";

  public UtilityDropping {
    if (!(threshold >= 0) || Double.isInfinite(threshold)) {
      throw new IllegalArgumentException(
          "utility threshold is %s; expected a finite number that is not negative"
              .formatted(threshold));
    }
  }

  /** Drops in a session, before a heuristic maps. */
  void drop(MappingSession session) {
    if (threshold == 0) {
      return;
    }
    boolean immediate =
        session.event().rules().management() instanceof TaskManagement.UnboundedQueues;
    if (immediate) {
      session.filterBy(new Worth());
    }
    for (Candidate candidate : session.open()) {
      boolean isJudged = !immediate || candidate.task().arrival() < session.now();
      double utility = isJudged ? highest(session, candidate) : threshold;
      if (utility < threshold && session.canRunSomewhere(candidate)) {
        session.discard(candidate, DropReason.LOW_UTILITY, new Basis(UTILITY, utility, threshold));
      }
    }
  }

  /** The most that it would earn, as far as it matters: the first number above the threshold. */
  private double highest(MappingSession session, Candidate candidate) {
    PetMatrix pet = session.system().pet();
    double highest = 0;
    for (int type = 0; type < pet.machineTypes() && highest < threshold; type++) {
      if (pet.canRun(candidate.task().type(), type)) {
        highest = Math.max(highest, highest(session, candidate, session.byReadyTime(type)));
      }
    }
    return highest;
  }

  private double highest(MappingSession session, Candidate candidate, ReadyOrder machines) {
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
      return state.expectedUtility(candidate, placement) >= threshold;
    }

    @Override
    public Basis basis(MappingState state, Candidate candidate, int placement) {
      return new Basis(UTILITY, state.expectedUtility(candidate, placement), threshold);
    }
  }
}
