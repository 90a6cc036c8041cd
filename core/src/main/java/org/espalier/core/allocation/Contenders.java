package org.espalier.core.allocation;

import java.util.List;

/**
 * The placements that came first when the best one of a candidate was searched, with bounds on
 * their scores and on those of all others. When the best has fallen back, one of these mostly comes
 * first, and no search is needed to know it.
 */
final class Contenders {
  /** How many are kept. */
  static final int MOST = 16;

  private final MappingState state;
  private final int[] placements;

  /** Not more than their scores. */
  private final double[] atLeast;

  private int size;

  /** A bound on the scores of all others with room. */
  private Bound withRoom;

  /** A bound on the scores of all others without room. */
  private Bound full;

  /** The score of the one that {@link #best} has found. */
  private double bestScore;

  private Contenders(
      MappingState state, int[] placements, double[] atLeast, Bound withRoom, Bound full) {
    this.state = state;
    this.placements = placements;
    this.atLeast = atLeast;
    this.withRoom = withRoom;
    this.full = full;
  }

  /** Those that a search which has ended finds when it goes on. */
  static Contenders of(int best, BestPlacement search) {
    search.findContenders();
    List<SearchNodes.Node> measured = search.nodes().measured();
    int most = Math.min(MOST, measured.size() + 1);
    Contenders found =
        new Contenders(
            search.state(),
            new int[most + 1],
            new double[most + 1],
            search.boundOfUnmeasured(true),
            search.boundOfUnmeasured(false));
    found.placements[0] = best;
    found.atLeast[0] = Bound.UNKNOWN;
    found.size = 1;
    for (SearchNodes.Node node : measured) {
      if (node.place != best) {
        found.insert(node.place, node.score);
        if (found.size > most) {
          found.giveUpLast();
        }
      }
    }
    return found;
  }

  /** The last one is one of the others, whether it has room or not. */
  private void giveUpLast() {
    size--;
    withRoom = withRoom.with(atLeast[size], Bound.UNKNOWN);
    full = full.with(atLeast[size], Bound.UNKNOWN);
  }

  private void insert(int placement, double score) {
    int at = size;
    while (at > 1 && atLeast[at - 1] > score) {
      at--;
    }
    System.arraycopy(placements, at, placements, at + 1, size - at);
    System.arraycopy(atLeast, at, atLeast, at + 1, size - at);
    placements[at] = placement;
    atLeast[at] = score;
    size++;
  }

  /** The same for another candidate whose bounds they hold for. */
  Contenders sooner(double less) {
    Contenders other =
        new Contenders(
            state, placements.clone(), atLeast.clone(), withRoom.sooner(less), full.sooner(less));
    other.size = size;
    return other;
  }

  /** Whether they were found in a session: of another they are of little use. */
  boolean areOf(MappingState session) {
    return state.equals(session);
  }

  /** The machine of a placement has opened: its score may be lower than was known. */
  void opened(int placement, boolean room, double score, double completion) {
    for (int i = 0; i < size; i++) {
      if (placements[i] == placement) {
        atLeast[i] = Bound.UNKNOWN;
        return;
      }
    }
    if (room) {
      withRoom = withRoom.with(score, completion);
    } else {
      full = full.with(score, completion);
    }
  }

  /** The one that surely comes first of all; {@link PlacementQuestion#NONE} if in doubt. */
  int best(PlacementQuestion question) {
    int best = PlacementQuestion.NONE;
    bestScore = Double.POSITIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      int placement = placements[i];
      if (atLeast[i] <= bestScore && question.counts(question.queue(placement))) {
        double score = question.score(placement);
        atLeast[i] = score;
        if (best == PlacementQuestion.NONE || question.comesFirst(placement, best)) {
          best = placement;
          bestScore = score;
        }
      }
    }
    if (best == PlacementQuestion.NONE) {
      return best;
    }
    boolean room = question.queue(best).hasRoom();
    boolean isSure =
        (room || question.anyFullWillDo())
            && isBelow(withRoom, best, question)
            && (!room || !question.ofAll() || isBelow(full, best, question));
    return isSure ? best : PlacementQuestion.NONE;
  }

  private boolean isBelow(Bound others, int best, PlacementQuestion question) {
    return bestScore < others.score()
        || (bestScore == PlacementOrder.SURE
            && question.mayBeSure(bestScore)
            && question.state().expectedCompletion(question.candidate(), best)
                < others.completion());
  }

  /** The score of the one that was found. */
  double bestScore() {
    return bestScore;
  }

  /** A bound on all with room but the one that was found, or all without. */
  Bound others(PlacementQuestion question, int best, boolean room) {
    Bound bound = room ? withRoom : full;
    for (int i = 0; i < size; i++) {
      int placement = placements[i];
      if (placement != best && question.queue(placement).hasRoom() == room) {
        double completion = question.completionOfSureAtLeast(placement, atLeast[i]);
        bound = bound.with(atLeast[i], completion);
      }
    }
    return bound;
  }
}
