package org.espalier.core.allocation;

import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.allocation.SearchNodes.Node;
import org.jspecify.annotations.Nullable;

/**
 * The search for the best placement that one question asks for. Of all that are left, single
 * placements and groups, the one with the lowest bound on its score is looked at next, a group by
 * its parts, and the search ends when the best score found is below all bounds left.
 */
final class BestPlacement {
  private final PlacementQuestion question;
  private final PlacementIndex index;
  private final SearchNodes nodes;

  /** Null where the score is no number of tails. */
  private final @Nullable GroupNodes groups;

  private int best = PlacementQuestion.NONE;
  private @Nullable Node bestNode;
  private double bestScore = Double.POSITIVE_INFINITY;

  /** Expected completion on the best placement; NaN if it has not been looked at. */
  private double bestCompletion = Double.NaN;

  /**
   * A search.
   *
   * @param nodes where it keeps what it has met, until the next search
   */
  BestPlacement(PlacementQuestion question, PlacementIndex index, SearchNodes nodes) {
    this.question = question;
    this.index = index;
    this.nodes = nodes;
    TailNumber number = question.order().number();
    this.groups =
        number == null
            ? null
            : new GroupNodes(
                index,
                nodes,
                question.state(),
                question.candidate().task(),
                number,
                question.soonerOfSureFirst());
  }

  /** Finds it; {@link PlacementQuestion#NONE} if the candidate can run nowhere. */
  int find() {
    addAll();
    while (!isBestBelowAll() && !(nodes.isEmpty(true) && nodes.isEmpty(false))) {
      look(nodes.pop(!nodes.isEmpty(true) && nodes.lowest(true) <= nodes.lowest(false)));
    }
    return best;
  }

  /** Not less than the score of the best one. */
  double bestScore() {
    return bestScore;
  }

  private void addAll() {
    nodes.clear();
    if (groups != null && !index.isOfFew()) {
      groups.addTypes(question.ofAll());
      return;
    }
    for (int p = 0; p < question.state().placements(); p++) {
      add(p);
    }
  }

  private void add(int placement) {
    MachineQueue queue = question.queue(placement);
    if (question.counts(queue)) {
      double bound = question.scoreAtLeast(placement);
      double completion = Bound.UNKNOWN;
      if (question.mayBeSure(bound)) {
        bound = PlacementOrder.SURE;
        completion = question.completionAtLeast(placement);
      }
      nodes.add(placement, queue.hasRoom(), true, bound, completion);
    }
  }

  private boolean isBestBelowAll() {
    return best != PlacementQuestion.NONE
        && isBestBelow(true)
        && ((question.anyFullWillDo() && !question.state().hasRoom(best)) || isBestBelow(false));
  }

  /** Whether the best comes before all nodes with room, or all without. */
  private boolean isBestBelow(boolean room) {
    double bound = nodes.lowest(room);
    double completion = nodes.lowestCompletion(room);
    return bestScore < bound
        || (bestScore == bound
            && question.mayBeSure(bound)
            && completion != Bound.UNKNOWN
            && bestCompletion() < completion);
  }

  private double bestCompletion() {
    if (Double.isNaN(bestCompletion)) {
      bestCompletion = question.state().expectedCompletion(question.candidate(), best);
    }
    return bestCompletion;
  }

  /** Opens a group, puts a placement back by a closer bound, or measures one that is close. */
  private void look(Node node) {
    if (node.level > 0 && groups != null) {
      groups.open(node);
    } else if (!node.isClose) {
      double bound = question.scoreAtLeast(node.place);
      nodes.putBack(node, Math.max(node.bound, bound));
    } else {
      measure(node);
    }
  }

  private void measure(Node node) {
    int placement = node.place;
    double score = question.score(placement);
    nodes.measured(node, score);
    if (best == PlacementQuestion.NONE || question.comesFirst(placement, best)) {
      best = placement;
      bestScore = score;
      bestNode = node;
      bestCompletion = Double.NaN;
    }
  }

  /** The bound on all with room but the best, or all without, when the search has ended. */
  Bound boundOfOthers(boolean room) {
    if (!room && !question.ofAll()) {
      return Bound.OF_ANY;
    }
    Bound bound = Bound.OF_NONE.with(nodes.lowest(room), nodes.lowestCompletion(room));
    for (Node node : nodes.measured()) {
      if (node != bestNode && node.hasRoom == room) {
        double completion = question.completionOfSureAtLeast(node.place, node.score);
        bound = bound.with(node.score, completion);
      }
    }
    return bound;
  }

  /**
   * What was measured is known better: says so to the index. To be called when no group is looked
   * at any more.
   */
  void renewMeasured() {
    for (Node node : nodes.measured()) {
      index.renew(question.queue(node.place));
    }
  }
}
