package org.espalier.core.budget;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.journal.Basis;

/**
 * Refuses what costs more energy than it is worth. A task may cost so much for each unit of the
 * utility that it is expected to earn; one for which that is too little everywhere waits, as for an
 * hour in which energy is cheap.
 *
 * @param joulesPerWorth at the mean price
 */
record WorthLimit(Tariff tariff, double joulesPerWorth) implements PairFilter {
  /** What a task is expected to cost on a placement, in joules at the mean price. */
  static double cost(Tariff tariff, MappingState state, Candidate candidate, int placement) {
    double joules = state.expectedEnergy(candidate, placement);
    if (tariff.isFlat()) {
      return joules;
    }
    double start = state.expectedReadyTime(placement);
    double end = start + state.meanExecutionTime(candidate, placement);
    return joules * tariff.factor(Math.round(start), Math.round(end));
  }

  @Override
  public String reason() {
    return "energy";
  }

  @Override
  public boolean admits(MappingState state, Candidate candidate, int placement) {
    return candidate.task().mustComplete()
        || cost(tariff, state, candidate, placement)
            <= joulesPerWorth * state.expectedUtility(candidate, placement);
  }

  @Override
  public Basis basis(MappingState state, Candidate candidate, int placement) {
    return new Basis(
        "energy in J",
        cost(tariff, state, candidate, placement),
        joulesPerWorth * state.expectedUtility(candidate, placement));
  }
}
