package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.MachineType;

/**
 * The open choice of a candidate that comes first in an order, while tasks are being mapped.
 *
 * <p>It knows for each machine type and P-state the first one, and its score, as they were when it
 * looked. As queues only grow and choices only close, a score can only become worse, so that only
 * those are looked at again that may come first.
 */
final class BestChoice {
  private final MappingSession session;
  private final Candidate candidate;
  private final PairOrder order;
  private final int pStates;

  /** By machine type and P-state. */
  private final int[] placements;

  private final double[] scores;

  /** What the order of the type's machines was when they were looked at. */
  private final int[] versions;

  private int best = OpenChoices.NONE;

  BestChoice(OpenChoices choices, MappingSession session, Candidate candidate, PairOrder order) {
    this.session = session;
    this.candidate = candidate;
    this.order = order;
    this.pStates = session.mostPStates();
    var types = session.system().machineTypes();
    this.placements = new int[types.size() * pStates];
    this.scores = new double[placements.length];
    this.versions = new int[placements.length];
    for (MachineType type : types) {
      boolean allowed = choices.allows(session, candidate, type.id());
      for (int p = 0; p < pStates; p++) {
        int i = type.id() * pStates + p;
        placements[i] = OpenChoices.NONE;
        if (allowed && p < type.pStates().size()) {
          look(i);
        }
      }
    }
  }

  Candidate candidate() {
    return candidate;
  }

  /** The placement found. */
  int placement() {
    return placements[best];
  }

  /** Whether what was found last still comes first. */
  boolean stillComesFirst() {
    return isAsSeen(best);
  }

  /** Looks for it; whether there is one. */
  boolean find() {
    best = first();
    while (best != OpenChoices.NONE && !isAsSeen(best)) {
      look(best);
      best = first();
    }
    return best != OpenChoices.NONE;
  }

  /** The first as far as is known; of those with equal scores, one that is not as it was seen. */
  private int first() {
    int first = OpenChoices.NONE;
    for (int i = 0; i < placements.length; i++) {
      if (placements[i] != OpenChoices.NONE
          && (first == OpenChoices.NONE
              || scores[i] < scores[first]
              || (scores[i] == scores[first] && comesBefore(i, first)))) {
        first = i;
      }
    }
    return first;
  }

  private boolean comesBefore(int i, int other) {
    return isAsSeen(other)
        && (!isAsSeen(i)
            || order.comesFirst(session, candidate, placements[i], placements[other]));
  }

  private boolean isAsSeen(int i) {
    return versions[i] == session.byReadyTime(i / pStates).version()
        && (!session.hasFilters() || session.admits(candidate, placements[i]));
  }

  private void look(int i) {
    int type = i / pStates;
    int placement =
        OpenChoices.firstOfType(
            session, candidate, order, type, i % pStates, OpenChoices.NONE);
    placements[i] = placement;
    versions[i] = session.byReadyTime(type).version();
    if (placement != OpenChoices.NONE) {
      scores[i] = order.score(session, candidate, placement);
    }
  }
}
