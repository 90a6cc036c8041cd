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
 * <p>A {@link Standing} remembers what was found, so that most searches are spared. One serves a
 * resource manager.
 */
final class PlacementSearch {
  /** There is no placement. */
  static final int NONE = -1;

  private static final int MEASURED_AT_FIRST = 16;

  private final PlacementIndex index;
  private final SearchNodes nodes = new SearchNodes();

  /** Nodes whose bounds are their scores. */
  private int[] measured = new int[MEASURED_AT_FIRST];

  private double[] scores = new double[MEASURED_AT_FIRST];
  private int measuredCount;

  /** Of groups that were not opened although they may stand equal. */
  private final Floors passedOver = new Floors();

  /** Of all that are left when a search ends. */
  private final Floors left = new Floors();

  private int best;
  private int bestNode;
  private double bestScore;

  /** Expected completion on the best placement; NaN if it has not been looked at. */
  private double bestCompletion;

  /** By task type, the candidate that was searched for last. */
  private final @Nullable Candidate[] lastSearched;

  private @Nullable PlacementOrder lastOrder;
  private double ceiling;

  PlacementSearch(PlacementIndex index, int taskTypes) {
    this.index = index;
    this.lastSearched = new Candidate[taskTypes];
  }

  /** The machines as it sees them. */
  PlacementIndex index() {
    return index;
  }

  /** Which placements count. */
  enum Extent {
    /** Those with room. */
    WITH_ROOM,
    /**
     * All, but where one with room comes first of those with room, a full one may come before it of
     * which nothing is known.
     */
    TENTATIVE,
    /**
     * All, but where a full one comes first, any full one will do that comes before all with room.
     */
    ALL,
    /** All. */
    EXACTLY_ALL
  }

  /** What is asked. */
  record Question(
      MappingSession session, Candidate candidate, PlacementOrder order, Extent extent) {
    /** Whether full placements count. */
    boolean ofAll() {
      return extent != Extent.WITH_ROOM;
    }

    /** Whether full placements matter that are not known to come first. */
    boolean fullMatters() {
      return extent == Extent.ALL || extent == Extent.EXACTLY_ALL;
    }

    /** Whether any full one will do that comes before all with room. */
    boolean anyFullWillDo() {
      return extent == Extent.ALL || extent == Extent.TENTATIVE;
    }

    /**
     * Whether a placement with such a score or bound on it may be sure of success, and others too,
     * so that the expected completion decides.
     */
    boolean mayBeSure(double score) {
      return score <= PlacementOrder.SURE
          && order.number() == TailNumber.CHANCE_OF_SUCCESS
          && order.soonerOfEqualFirst();
    }

    /** A bound on the expected completion, where a placement may be sure of success. */
    double completionOfSureAtLeast(int placement, double score) {
      return mayBeSure(score)
          ? session.expectedCompletionAtLeast(candidate, placement)
          : Floors.UNKNOWN;
    }

    MachineQueue queue(int placement) {
      return session.unshownQueueOf(placement);
    }

    boolean counts(MachineQueue queue) {
      return (ofAll() || queue.hasRoom()) && queue.canRun(candidate.task().type());
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
    return sure == NONE ? searchAndKeep(question, standing) : sure;
  }

  private int searchAndKeep(Question question, Standing standing) {
    search(question);
    if (best == NONE) {
      standing.forget();
    } else {
      findLeft(question);
      standing.found(question.queue(best), best, bestScore, left);
    }
    lastSearched[question.candidate.task().type()] = question.candidate;
    lastOrder = question.order;
    renewMeasured(question);
    return best;
  }

  /**
   * Takes over what the last search found for a candidate of the same type, if the bounds hold for
   * this one too: expected completions do not fall as the deadline gets later, and chances of
   * success do not rise as it gets sooner.
   */
  private boolean adopts(Question question, TailNumber number, Standing standing) {
    Task task = question.candidate.task();
    Candidate last = index.isOfFew() ? null : lastSearched[task.type()];
    if (last == null || last.equals(question.candidate) || !question.order.equals(lastOrder)) {
      return false;
    }
    long later = last.task().deadline() - task.deadline();
    boolean holds = number == TailNumber.EXPECTED_COMPLETION ? later <= 0 : later >= 0;
    if (holds && last.standing().stamp() == index.stamp()) {
      standing.adopt(last.standing(), later);
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
    bestCompletion = Double.NaN;
    passedOver.clear();
  }

  private void lookAtAll(Question question) {
    clear();
    TailNumber number = question.order.number();
    if (number != null && !index.isOfFew()) {
      addTypes(question.number(number), question.ofAll());
      return;
    }
    for (int p = 0; p < question.session.placements(); p++) {
      add(question, p);
    }
  }

  private void add(Question question, int placement) {
    MachineQueue queue = question.queue(placement);
    if (question.counts(queue)) {
      double bound = question.scoreAtLeast(placement);
      double second = Floors.UNKNOWN;
      if (question.mayBeSure(bound)) {
        bound = PlacementOrder.SURE;
        second = question.completionOfSureAtLeast(placement, bound);
      }
      nodes.add(placement, queue.hasRoom(), true, bound, second);
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
    double second = Floors.UNKNOWN;
    if (number.soonerOfSure() && bound == PlacementOrder.SURE) {
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

  private void search(Question question) {
    lookAtAll(question);
    while (!isBestBelowAll(question)) {
      boolean none = nodes.isEmpty(true) && nodes.isEmpty(false);
      boolean room = !nodes.isEmpty(true) && nodes.lowest(true) <= nodes.lowest(false);
      if (none || look(question, nodes.pop(room))) {
        break;
      }
    }
  }

  private boolean isBestBelowAll(Question question) {
    return best != NONE
        && isBestBelow(question, true)
        && (!fullMatter(question) || isBestBelow(question, false));
  }

  /** Whether a full placement could be better than the best one so far and had to be found. */
  private boolean fullMatter(Question question) {
    return !question.anyFullWillDo() || question.session.hasRoom(best);
  }

  /** Whether the best comes before all nodes with room, or all without. */
  private boolean isBestBelow(Question question, boolean room) {
    double bound = nodes.lowest(room);
    double completion = nodes.lowestSecond(room);
    return bestScore < bound
        || (bestScore == bound
            && question.mayBeSure(bound)
            && completion != Floors.UNKNOWN
            && bestCompletion(question) < completion);
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
      passedOver.lower(nodes.hasRoom(node), bestScore, completionAtLeast(question, node));
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
    if (!room && !question.anyFullWillDo()) {
      return false;
    }
    double others = nodes.lowest(true);
    if (room) {
      others = Math.min(others, nodes.lowest(false));
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

  /** Finds the floors of all but the best. */
  private void findLeft(Question question) {
    left.clear();
    for (int i = 0; i < measuredCount; i++) {
      int node = measured[i];
      if (node != bestNode) {
        double completion = question.completionOfSureAtLeast(nodes.placement(node), scores[i]);
        left.lower(nodes.hasRoom(node), scores[i], completion);
      }
    }
    addNotLookedAt(true);
    addNotLookedAt(false);
    if (!question.ofAll()) {
      left.forgetFull();
    }
  }

  /** Adds the floors of what was not looked at closely. */
  private void addNotLookedAt(boolean room) {
    left.lower(room, nodes.lowest(room), nodes.lowestSecond(room));
    left.lower(passedOver, room);
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
