package org.espalier.core.heuristic;

import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * The open choice of a candidate that comes first in an order, while tasks are mapped.
 *
 * <p>Queues only grow and choices only close, so a score once found only becomes worse: only those
 * lanes are looked at again that may come first by what was found. Where tasks rise all are that
 * have changed.
 */
final class BestChoice {
  private static final int NONE = -1;
  private static final int CLOSED = -1;
  private static final int ONLY_BOUNDED = -2;

  private final MappingSession session;
  private final Candidate candidate;
  private final PairOrder order;
  private final Lanes lanes;

  /** By lane, its score when it was looked at, or a bound on it from below. */
  private final double[] scores;

  /** By lane, its version when it was looked at. */
  private final int[] versions;

  private int best = NONE;

  BestChoice(MappingSession session, Candidate candidate, Lanes lanes) {
    this.session = session;
    this.candidate = candidate;
    this.order = lanes.order();
    this.lanes = lanes;
    this.scores = new double[lanes.size()];
    this.versions = new int[lanes.size()];
    for (int i = 0; i < versions.length; i++) {
      Lane lane = lanes.get(i);
      if (lane.placement() == OpenChoices.NONE) {
        versions[i] = CLOSED;
      } else {
        scores[i] = lanes.scoreAtLeast(i, candidate);
        versions[i] = lane.isScoreKnown(order) ? lane.version() : ONLY_BOUNDED;
      }
    }
  }

  /** The placement found. */
  int placement() {
    return lanes.get(best).placement();
  }

  /** The score of the choice found in an order. */
  double score(PairOrder other) {
    return other.first().equals(order.first())
        ? scores[best]
        : lanes.get(best).score(other, candidate);
  }

  /** Whether what was found last still comes first. */
  boolean stillComesFirst() {
    return lanes.mayRise()
        ? IntStream.range(0, versions.length).noneMatch(this::hasChanged)
        : isAsSeen(best);
  }

  private boolean hasChanged(int i) {
    return versions[i] != CLOSED && !isAsSeen(i);
  }

  /** Looks for it; whether there is one. */
  boolean find() {
    if (lanes.mayRise()) {
      IntStream.range(0, versions.length).filter(this::hasChanged).forEach(this::look);
    }
    best = first();
    while (best != NONE && !isAsSeen(best)) {
      look(best);
      best = first();
    }
    return best != NONE;
  }

  /** The first as far as is known; of those with equal scores one that is not as it was seen. */
  private int first() {
    int first = NONE;
    for (int i = 0; i < versions.length; i++) {
      if (versions[i] != CLOSED
          && (first == NONE
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
            || order.comesFirst(
                session, candidate, lanes.get(i).placement(), lanes.get(other).placement()));
  }

  private boolean isAsSeen(int i) {
    return versions[i] == lanes.get(i).version()
        && (!session.hasFilters() || lanes.get(i).isOpen(candidate));
  }

  private void look(int i) {
    Lane lane = lanes.get(i);
    if (!lane.isOpen(candidate)) {
      lane.replaceRefused();
    }
    if (lane.isOpen(candidate)) {
      scores[i] = lane.score(order, candidate);
      versions[i] = lane.version();
    } else {
      versions[i] = CLOSED;
    }
  }
}
