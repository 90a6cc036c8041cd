package org.espalier.core.allocation;

import java.util.Arrays;
import org.espalier.core.allocation.PlacementIndex.OfType;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.jspecify.annotations.Nullable;

/**
 * Finds the best placement for a candidate, looking closely at as few as possible: of all that are
 * left, single ones and groups, the one with the lowest bound on its score is looked at next, a
 * group by its parts, and the search ends when the best score found is below all bounds left.
 *
 * <p>A {@link Standing} remembers what was found, so that most searches are spared, and others look
 * at the few placements that came next before. One serves a resource manager.
 */
final class PlacementSearch {
  /** There is no placement. */
  static final int NONE = -1;

  /** So many full placements are listed at most, since they only matter for being the best. */
  private static final int LISTED_FULL = 2;

  private static final int MEASURED_AT_FIRST = 16;
  private static final double UNKNOWN = Double.NEGATIVE_INFINITY;

  private final PlacementIndex index;
  private final SearchNodes nodes = new SearchNodes();

  /** Nodes whose bounds are their scores. */
  private int[] measured = new int[MEASURED_AT_FIRST];

  private double[] scores = new double[MEASURED_AT_FIRST];
  private int measuredCount;

  /**
   * Bounds on groups that were not opened although they may stand equal; with room, and without.
   */
  private final double[] passedOver = new double[2];

  /** Bounds of all that are not listed, where only listed ones are looked at; else infinite. */
  private double unlisted;

  private double unlistedFull;
  private int best;
  private int bestNode;
  private double bestScore;

  /** Expected completion on the best placement; NaN if it has not been looked at. */
  private double bestCompletion;

  /** By task type, the candidate for which all placements were searched last. */
  private final @Nullable Candidate[] lastSearched;

  private @Nullable PlacementOrder lastOrder;
  private long searches;
  private double ceiling;

  PlacementSearch(PlacementIndex index, int taskTypes) {
    this.index = index;
    this.lastSearched = new Candidate[taskTypes];
  }

  /** The machines as it sees them. */
  PlacementIndex index() {
    return index;
  }

  /**
   * What is asked.
   *
   * @param ofAll whether full placements count
   * @param exactIfFull whether it must be the first one even if that is full; else any full one
   *     will do that comes before all with room
   */
  record Question(
      MappingSession session,
      Candidate candidate,
      PlacementOrder order,
      boolean ofAll,
      boolean exactIfFull) {
    MachineQueue queue(int placement) {
      return session.unshownQueueOf(placement);
    }

    boolean counts(MachineQueue queue) {
      return (ofAll || queue.hasRoom()) && queue.canRun(candidate.task().type());
    }

    double scoreAtLeast(int placement) {
      return order.scoreAtLeast(session, candidate, placement);
    }

    Number number(TailNumber of) {
      boolean sooner = of == TailNumber.CHANCE_OF_SUCCESS && order.soonerOfEqualFirst();
      return new Number(session, candidate.task(), of, sooner);
    }
  }

  /**
   * What the bounds of groups are on.
   *
   * @param soonerOfSure whether of those that may be sure of success the one with the earliest
   *     expected completion is looked at first
   */
  private record Number(MappingSession session, Task task, TailNumber of, boolean soonerOfSure) {}

  /** The best placement; {@link #NONE} if the candidate can run nowhere. */
  int best(Question question) {
    TailNumber number = question.order.number();
    if (number == null || question.session.event().rules().scope() == DroppingScope.PENDING) {
      lookAtAll(question);
      search(question);
      renewMeasured(question);
      return best;
    }
    Standing standing = question.candidate.standing();
    standing.begin(question, number, index);
    int sure = standing.sure(question);
    if (sure == NONE && adopts(question, number, standing)) {
      sure = standing.sure(question);
    }
    return sure == NONE ? searchAndKeep(question, number, standing) : sure;
  }

  private int searchAndKeep(Question question, TailNumber number, Standing standing) {
    if (standing.listedCount() > 0) {
      lookAtListed(question, standing);
    } else {
      lookAtAll(question);
    }
    boolean all = search(question);
    if (best == NONE) {
      standing.forget();
    } else {
      double fullFloor = question.ofAll ? lowestOfOthers(false) : Double.NEGATIVE_INFINITY;
      standing.found(question.queue(best), best, bestScore, lowestOfOthers(true), fullFloor);
    }
    if (all && !index.isOfFew()) {
      keepList(question, number, standing);
      lastSearched[question.candidate.task().type()] = question.candidate;
      lastOrder = question.order;
    }
    renewMeasured(question);
    return best;
  }

  /**
   * Takes over what the last search of all placements found for a candidate of the same type, if
   * the bounds hold for this one too: expected completions do not fall as the deadline gets later,
   * and chances of success do not rise as it gets sooner.
   */
  private boolean adopts(Question question, TailNumber number, Standing standing) {
    Task task = question.candidate.task();
    Candidate last = index.isOfFew() ? null : lastSearched[task.type()];
    if (last == null || last.equals(question.candidate) || !question.order.equals(lastOrder)) {
      return false;
    }
    Standing other = last.standing();
    boolean holds =
        number == TailNumber.EXPECTED_COMPLETION
            ? last.task().deadline() <= task.deadline()
            : last.task().deadline() >= task.deadline();
    if (holds && other.stamp() == index.stamp() && other.searched() > standing.searched()) {
      standing.adopt(other);
      return true;
    }
    return false;
  }

  /** What was measured is known better. To be called when no group is looked at any more. */
  private void renewMeasured(Question question) {
    for (int i = 0; i < measuredCount; i++) {
      index.renew(question.queue(nodes.placement(measured[i])));
    }
  }

  private void clear() {
    nodes.clear();
    measuredCount = 0;
    best = NONE;
    bestScore = Double.POSITIVE_INFINITY;
    Arrays.fill(passedOver, Double.POSITIVE_INFINITY);
    unlisted = Double.POSITIVE_INFINITY;
    unlistedFull = Double.POSITIVE_INFINITY;
  }

  private void lookAtAll(Question question) {
    clear();
    TailNumber number = question.order.number();
    if (number != null && !index.isOfFew()) {
      addTypes(question.number(number), question.ofAll);
      return;
    }
    for (int p = 0; p < question.session.placements(); p++) {
      add(question, p);
    }
  }

  private void lookAtListed(Question question, Standing standing) {
    clear();
    for (int i = 0; i < standing.listedCount(); i++) {
      add(question, standing.listed(i));
    }
    unlisted = standing.floorOfOthers(true);
    if (question.ofAll) {
      unlistedFull = standing.floorOfOthers(false);
    }
  }

  private void add(Question question, int placement) {
    MachineQueue queue = question.queue(placement);
    if (question.counts(queue)) {
      nodes.add(placement, queue.hasRoom(), true, question.scoreAtLeast(placement), UNKNOWN);
    }
  }

  /** Adds all machines by type. */
  private void addTypes(Number number, boolean ofAll) {
    OfType[] types = index.types();
    for (int type = 0; type < types.length; type++) {
      TypeTimes times = types[type].times();
      if (times.canRun(number.task().type())) {
        for (int pState = 0; pState < times.pStates(); pState++) {
          addTree(number, type, pState, true);
          if (ofAll) {
            addTree(number, type, pState, false);
          }
        }
      }
    }
  }

  private void addTree(Number number, int type, int pState, boolean room) {
    TailTree tree = index.types()[type].tree(room);
    if (!tree.isEmpty()) {
      addGroup(number, type, pState, room, tree.top(), 0);
    }
  }

  /** Adds a group, or the placement if it has one only. */
  private void addGroup(Number number, int type, int pState, boolean room, int level, int group) {
    OfType ofType = index.types()[type];
    TailTree tree = ofType.tree(room);
    double bound = ofType.scoreAtLeast(number.of(), tree, level, group, number.task(), pState);
    double second = UNKNOWN;
    if (number.soonerOfSure() && bound == -1) {
      second =
          ofType.scoreAtLeast(
              TailNumber.EXPECTED_COMPLETION, tree, level, group, number.task(), pState);
    }
    if (level > 0) {
      nodes.addGroup(type, pState, room, level, group, bound, second);
      return;
    }
    MachineQueue queue = number.session().unshownQueue(ofType.machine(tree, group));
    if (queue.canRun(number.task().type())) {
      nodes.add(queue.firstPlacement() + pState, room, false, bound, second);
    }
  }

  private void openGroup(Number number, int node) {
    int level = nodes.level(node);
    int type = nodes.type(node);
    int pState = nodes.pState(node);
    boolean room = nodes.hasRoom(node);
    int group = nodes.group(node);
    int last = index.types()[type].tree(room).lastBelow(level, group);
    for (int below = TailTree.firstBelow(group); below <= last; below++) {
      addGroup(number, type, pState, room, level - 1, below);
    }
  }

  /** Searches among the nodes; whether it looked at all placements in the end. */
  private boolean search(Question question) {
    boolean all = unlisted == Double.POSITIVE_INFINITY && unlistedFull == Double.POSITIVE_INFINITY;
    while (!isBestBelowAll(question)) {
      double room = nodes.lowest(true);
      double full = nodes.lowest(false);
      boolean none = nodes.isEmpty(true) && nodes.isEmpty(false);
      double next = Math.min(room, full);
      if (!all && (none || unlisted < next || (unlistedFull < next && best != NONE))) {
        lookAtAll(question);
        all = true;
      } else if (none || look(question, nodes.pop(!nodes.isEmpty(true) && room <= full))) {
        break;
      }
    }
    return all;
  }

  private boolean isBestBelowAll(Question question) {
    if (best == NONE) {
      return false;
    }
    boolean fullMatters = question.exactIfFull || question.session.hasRoom(best);
    return bestScore < unlisted
        && isBestBelow(question, true)
        && (!fullMatters || (bestScore < unlistedFull && isBestBelow(question, false)));
  }

  /** Whether the best comes before all nodes with room, or all without. */
  private boolean isBestBelow(Question question, boolean room) {
    double lowest = nodes.lowest(room);
    return bestScore < lowest
        || (bestScore == lowest
            && nodes.lowestSecond(room) != UNKNOWN
            && bestCompletion(question) < nodes.lowestSecond(room));
  }

  private double bestCompletion(Question question) {
    if (Double.isNaN(bestCompletion)) {
      bestCompletion = question.session.expectedCompletion(question.candidate, best);
    }
    return bestCompletion;
  }

  /** Looks at a node closely; whether it is a placement that is surely the best. */
  private boolean look(Question question, int node) {
    TailNumber number = question.order.number();
    if (isBehindByCompletion(question, node)) {
      passedOver[nodes.hasRoom(node) ? 0 : 1] = bestScore;
    } else if (nodes.isGroup(node) && number != null) {
      openGroup(question.number(number), node);
    } else if (!nodes.isClose(node)) {
      double bound = question.scoreAtLeast(nodes.placement(node));
      nodes.putBack(node, Math.max(nodes.bound(node), bound));
    } else if (best == NONE && isFarBelow(question, node)) {
      return true;
    } else {
      measure(question, node);
    }
    return false;
  }

  /** Whether the score of a placement is surely below all that could come before it. */
  private boolean isFarBelow(Question question, int node) {
    boolean room = nodes.hasRoom(node);
    if (!room && question.exactIfFull) {
      return false;
    }
    double others = Math.min(nodes.lowest(true), unlisted);
    if (room) {
      others = Math.min(others, Math.min(nodes.lowest(false), unlistedFull));
    }
    if (nodes.bound(node) >= others) {
      return false;
    }
    int placement = nodes.placement(node);
    double most = question.order.scoreAtMost(question.session, question.candidate, placement);
    if (most >= others) {
      return false;
    }
    best = placement;
    bestScore = most;
    bestNode = node;
    return true;
  }

  private void measure(Question question, int node) {
    int placement = nodes.placement(node);
    PlacementOrder order = question.order;
    double score = order.score(question.session, question.candidate, placement);
    if (measuredCount == measured.length) {
      measured = Arrays.copyOf(measured, 2 * measuredCount);
      scores = Arrays.copyOf(scores, 2 * measuredCount);
    }
    scores[measuredCount] = score;
    measured[measuredCount++] = node;
    if (best == NONE || order.comesFirst(question.session, question.candidate, placement, best)) {
      best = placement;
      bestScore = score;
      bestNode = node;
      bestCompletion = Double.NaN;
    }
  }

  /** Whether a node that may stand equal to the best so far surely comes behind it even so. */
  private boolean isBehindByCompletion(Question question, int node) {
    if (best == NONE
        || index.isOfFew()
        || nodes.bound(node) != bestScore
        || !question.order.soonerOfEqualFirst()) {
      return false;
    }
    return completionAtLeast(question, node) > bestCompletion(question);
  }

  private double completionAtLeast(Question question, int node) {
    if (!nodes.isGroup(node)) {
      int placement = nodes.placement(node);
      return question.session.expectedCompletionAtLeast(question.candidate, placement);
    }
    OfType type = index.types()[nodes.type(node)];
    return type.scoreAtLeast(
        TailNumber.EXPECTED_COMPLETION,
        type.tree(nodes.hasRoom(node)),
        nodes.level(node),
        nodes.group(node),
        question.candidate.task(),
        nodes.pState(node));
  }

  /** A bound on the scores of all but the best, of those with room or those without. */
  private double lowestOfOthers(boolean room) {
    double lowest = Math.min(nodes.lowest(room), room ? unlisted : unlistedFull);
    lowest = Math.min(lowest, passedOver[room ? 0 : 1]);
    for (int i = 0; i < measuredCount; i++) {
      if (measured[i] != bestNode && nodes.hasRoom(measured[i]) == room) {
        lowest = Math.min(lowest, scores[i]);
      }
    }
    return lowest;
  }

  /** Lists the placements that come first by what is known now. */
  private void keepList(Question question, TailNumber number, Standing standing) {
    boolean isBestMeasured = false;
    for (int i = 0; i < measuredCount; i++) {
      nodes.putBack(measured[i], scores[i]);
      isBestMeasured |= measured[i] == bestNode;
    }
    if (best != NONE && !isBestMeasured) {
      nodes.putBack(bestNode, nodes.bound(bestNode));
    }
    standing.beginList();
    int full = 0;
    while (standing.listedCount() < Standing.LISTED) {
      double nextFull = full < LISTED_FULL ? nodes.lowest(false) : Double.POSITIVE_INFINITY;
      boolean room = nodes.lowest(true) <= nextFull;
      if (nodes.isEmpty(room)) {
        break;
      }
      int node = nodes.pop(room);
      if (nodes.isGroup(node)) {
        openGroup(question.number(number), node);
      } else {
        standing.list(nodes.placement(node));
        full += room ? 0 : 1;
      }
    }
    double fullFloor = Math.min(nodes.lowest(false), passedOver[1]);
    standing.endList(
        ++searches,
        Math.min(nodes.lowest(true), passedOver[0]),
        question.ofAll ? fullFloor : Double.NEGATIVE_INFINITY);
  }

  /**
   * A placement with room on which a candidate may have a chance of success above a level; {@link
   * #NONE} if there is none. Then {@link #ceiling} is not below any chance there is.
   */
  int above(MappingSession session, Candidate candidate, double level) {
    ceiling = 0;
    if (index.isOfFew()) {
      for (int p = 0; p < session.placements(); p++) {
        if (session.hasRoom(p) && chanceAtMost(session, candidate, p, 1) > level) {
          return p;
        }
      }
      return NONE;
    }
    nodes.clear();
    Number chance = new Number(session, candidate.task(), TailNumber.CHANCE_OF_SUCCESS, false);
    addTypes(chance, false);
    while (-nodes.lowest(true) > level) {
      int node = nodes.pop(true);
      if (nodes.isGroup(node)) {
        openGroup(chance, node);
      } else {
        int placement = nodes.placement(node);
        if (chanceAtMost(session, candidate, placement, -nodes.bound(node)) > level) {
          return placement;
        }
      }
    }
    ceiling = Math.max(ceiling, -nodes.lowest(true));
    return NONE;
  }

  /**
   * Whether a placement may give a candidate a chance of success above a level; {@link #ceiling} is
   * then not below what it may be later.
   */
  boolean isAbove(
      MappingSession session,
      Candidate candidate,
      MachineQueue queue,
      int placement,
      double level) {
    ceiling = 0;
    if (!queue.hasRoom() || !queue.canRun(candidate.task().type())) {
      return false;
    }
    double bound =
        -index.scoreAtLeast(TailNumber.CHANCE_OF_SUCCESS, queue, placement, candidate.task());
    if (bound <= level) {
      ceiling = bound;
      return false;
    }
    return chanceAtMost(session, candidate, placement, bound) > level;
  }

  /**
   * Not less than the chance of success on a placement now; raises the ceiling to what it may be
   * later.
   */
  private double chanceAtMost(
      MappingSession session, Candidate candidate, int placement, double loosely) {
    double chance = session.chanceOfSuccessAtMost(candidate, placement);
    double later = chance;
    if (session.event().rules().scope() == DroppingScope.PENDING) {
      later = index.isOfFew() ? 1 : chance / TailTree.SHARE;
    }
    ceiling = Math.max(ceiling, Math.min(loosely, later));
    return chance;
  }

  /** See {@link #above} and {@link #isAbove}; holds until a machine opens. */
  double ceiling() {
    return ceiling;
  }
}
