package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.pmf.ScoreRounding;
import org.jspecify.annotations.Nullable;

/**
 * The placements that may come first for candidates of one type whose deadlines lie in a span.
 *
 * <p>Expected completions and chances of success rise with the deadline. So the score at one end of
 * the span bounds those of all candidates from below, that at the other end from above; a placement
 * comes first for none of them if its lowest score is above the highest of another one.
 */
final class Contenders {
  /** More than so many are many. */
  private static final int MOST = 24;

  /** So many nodes are looked at before they are taken for many. */
  private static final int MOST_LOOKS = 4_000;

  /** So many full ones are measured to learn how good the best ones are. */
  private static final int FULL_FIRST = 4;

  /** Of the end of the span where scores are lowest. */
  private final PlacementQuestion lowest;

  /** Of the end where they are highest. */
  private final PlacementQuestion highest;

  private final double margin;
  private final double completionMargin;
  private final List<Kept> kept = new ArrayList<>();
  private double scoreAtMost = Double.POSITIVE_INFINITY;
  private double completionAtMost = Double.POSITIVE_INFINITY;

  /** A placement that may come first, with its lowest and highest score and lowest completion. */
  private record Kept(int placement, double score, double scoreAtMost, double completion) {}

  /** The contenders for candidates with deadlines from that of one question to that of another. */
  Contenders(PlacementQuestion soonest, PlacementQuestion latest) {
    boolean rises = soonest.order().number() == TailNumber.EXPECTED_COMPLETION;
    this.lowest = rises ? soonest : latest;
    this.highest = rises ? latest : soonest;
    this.margin = rises ? ScoreRounding.TIME_MARGIN : ScoreRounding.CHANCE_MARGIN;
    long span = latest.candidate().task().deadline() - soonest.candidate().task().deadline();
    this.completionMargin = ScoreRounding.TIME_MARGIN + ScoreRounding.CHANCE_MARGIN * span;
  }

  /** Those among some placements. */
  int[] of(int... some) {
    for (int placement : some) {
      look(placement);
    }
    return found();
  }

  /** Those among all placements that count; null if they are many. */
  int @Nullable [] ofAll(PlacementIndex index, SearchNodes nodes) {
    TailNumber number = lowest.order().number();
    if (number == null || index.isOfFew()) {
      return null;
    }
    GroupNodes groups =
        new GroupNodes(
            index,
            nodes,
            lowest.state(),
            lowest.candidate().task(),
            number,
            lowest.soonerOfSureFirst());
    nodes.clear();
    groups.addTypes(lowest.ofAll());
    int[] found = search(groups, nodes);
    for (SearchNodes.Node node : nodes.measured()) {
      index.renew(lowest.queue(node.place));
    }
    return found;
  }

  private int @Nullable [] search(GroupNodes groups, SearchNodes nodes) {
    int full = 0;
    for (int looks = 0; ; looks++) {
      boolean moreWithRoom = mayComeFirst(nodes, true);
      if (!moreWithRoom && !anyHasRoom()) {
        return new int[0];
      }
      boolean moreFull = mayComeFirst(nodes, false);
      if (!moreWithRoom && !moreFull) {
        return found();
      }
      if (looks == MOST_LOOKS) {
        return null;
      }
      boolean room =
          moreWithRoom
              && (!moreFull || full >= FULL_FIRST || nodes.lowest(true) <= nodes.lowest(false));
      SearchNodes.Node node = nodes.pop(room);
      if (node.level > 0) {
        groups.open(node);
      } else if (!node.isClose) {
        nodes.putBack(node, Math.max(node.bound, lowest.scoreAtLeast(node.place)));
      } else {
        full += room ? 0 : 1;
        look(node.place);
        nodes.measured(node, node.bound);
        if (kept.size() > MOST) {
          return null;
        }
      }
    }
  }

  private boolean mayComeFirst(SearchNodes nodes, boolean room) {
    return !nodes.isEmpty(room) && mayComeFirst(nodes.lowest(room), nodes.lowestCompletion(room));
  }

  private boolean mayComeFirst(Kept one) {
    return mayComeFirst(one.score, one.completion);
  }

  private boolean mayComeFirst(double score, double completion) {
    if (scoreAtMost <= PlacementOrder.SURE && lowest.mayBeSure(score)) {
      return completion - completionMargin <= completionAtMost;
    }
    return score <= scoreAtMost + margin;
  }

  private boolean anyHasRoom() {
    return kept.stream()
        .anyMatch(one -> mayComeFirst(one) && lowest.queue(one.placement).hasRoom());
  }

  /** Measures a placement and keeps it if it may come first. */
  private void look(int placement) {
    double score = lowest.score(placement);
    double atMost = highest.score(placement);
    double completion = Bound.UNKNOWN;
    if (lowest.mayBeSure(score)) {
      completion = completion(highest, placement);
      if (highest.mayBeSure(atMost)) {
        completionAtMost = Math.min(completionAtMost, completion(lowest, placement));
      }
    }
    scoreAtMost = Math.min(scoreAtMost, atMost);
    Kept one = new Kept(placement, score, atMost, completion);
    if (mayComeFirst(one)) {
      kept.removeIf(other -> !mayComeFirst(other));
      kept.add(one);
    }
  }

  private static double completion(PlacementQuestion question, int placement) {
    return question.state().expectedCompletion(question.candidate(), placement);
  }

  private int[] found() {
    return anyHasRoom()
        ? kept.stream().filter(this::mayComeFirst).mapToInt(Kept::placement).toArray()
        : new int[0];
  }
}
