package org.espalier.core.allocation;

import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.ScoreRounding;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the best placement of a candidate. It says which that was when it was last
 * searched, and why no other can have overtaken it.
 *
 * <p>Tails only move later while nothing but time and more tasks at the end happens to a queue, and
 * scores rise with them. So a bound from below on the scores of all other placements holds until a
 * machine opens ({@link PlacementIndex}), and the best placement is still the best while its own
 * score is below it.
 */
final class Standing {
  private final Task task;
  private @Nullable PlacementOrder order;
  private int best = PlacementQuestion.NONE;
  private long version;

  /** Not less than the score of the best. */
  private double ceiling;

  /** Not less than its expected completion; NaN if it was not asked for. */
  private double completionCeiling;

  /** A bound on the scores of all others with room. */
  private Bound withRoom = Bound.OF_ANY;

  /** A bound on the scores of all others without room. */
  private Bound full = Bound.OF_ANY;

  private long stamp = PlacementIndex.NEVER;

  /** The standing of a task of which nothing is known. */
  Standing(Task task) {
    this.task = task;
  }

  /** The task of the candidate. */
  Task task() {
    return task;
  }

  /** Forgets everything unless it was found in this order and openings since are remembered. */
  void begin(PlacementQuestion question, TailNumber number, PlacementIndex index) {
    if (!question.order().equals(order) || !index.remembers(stamp)) {
      order = question.order();
      best = PlacementQuestion.NONE;
    }
    if (best == PlacementQuestion.NONE) {
      stamp = index.stamp();
    }
    while (stamp < index.stamp()) {
      stamp++;
      hasOpened(question.state().queue(index.opened(stamp)), question, number, index);
    }
  }

  private void hasOpened(
      MachineQueue queue, PlacementQuestion question, TailNumber number, PlacementIndex index) {
    if (queue.canRun(task.type())) {
      for (int p = queue.firstPlacement(); p <= queue.lastPlacement(); p++) {
        if (p != best) {
          hasOpened(queue, p, question, number, index);
        }
      }
    }
  }

  private void hasOpened(
      MachineQueue queue,
      int placement,
      PlacementQuestion question,
      TailNumber number,
      PlacementIndex index) {
    boolean room = queue.hasRoom();
    double score = index.scoreAtLeast(number, queue, placement, task);
    double completion =
        question.mayBeSure(score)
            ? index.scoreAtLeast(TailNumber.EXPECTED_COMPLETION, queue, placement, task)
            : Bound.UNKNOWN;
    Bound bound = others(room);
    if (bound.isLoweredBy(score, completion)) {
      score = Math.max(score, question.scoreAtLeast(placement));
      completion = Math.max(completion, question.completionOfSureAtLeast(placement, score));
      setOthers(room, bound.with(score, completion));
    }
  }

  private Bound others(boolean room) {
    return room ? withRoom : full;
  }

  private void setOthers(boolean room, Bound bound) {
    if (room) {
      withRoom = bound;
    } else {
      full = bound;
    }
  }

  /**
   * The placement that is surely the best still, or, if it is full, surely better than all with
   * room; {@link PlacementQuestion#NONE} if in doubt.
   */
  int sure(PlacementQuestion question) {
    if (best == PlacementQuestion.NONE) {
      return PlacementQuestion.NONE;
    }
    MachineQueue queue = question.queue(best);
    boolean room = queue.hasRoom();
    if (!room && !question.anyFullWillDo()) {
      return PlacementQuestion.NONE;
    }
    boolean isSure =
        isBelow(withRoom, queue, question)
            && (!room || !question.ofAll() || isBelow(full, queue, question));
    return isSure ? best : PlacementQuestion.NONE;
  }

  /** Whether the best surely comes before all others within a bound. */
  private boolean isBelow(Bound others, MachineQueue queue, PlacementQuestion question) {
    if (version != queue.version()) {
      setCeiling(queue, question.scoreAtMost(best));
    }
    return ceiling < others.score()
        || (ceiling == PlacementOrder.SURE
            && question.mayBeSure(ceiling)
            && completionCeiling(question) < others.completion());
  }

  private double completionCeiling(PlacementQuestion question) {
    if (Double.isNaN(completionCeiling)) {
      completionCeiling = question.state().expectedCompletionAtMost(question.candidate(), best);
    }
    return completionCeiling;
  }

  private void setCeiling(MachineQueue queue, double score) {
    version = queue.version();
    ceiling = score;
    completionCeiling = Double.NaN;
  }

  /**
   * Takes what a search has found.
   *
   * @param placement the best, or a full one that is better than all with room
   */
  void found(MachineQueue queue, int placement, BestPlacement search) {
    best = placement;
    withRoom = search.boundOfOthers(true);
    full = search.boundOfOthers(false);
    setCeiling(queue, search.bestScore());
  }

  /**
   * Takes over what was found for another candidate of the same type. It is to be called where what
   * bounds the scores of that one bounds those of this one too.
   *
   * @param later by how much the other one's deadline is later; a placement that is sure of success
   *     for both has expected completions that hardly differ
   */
  void adopt(Standing other, long later) {
    double less = ScoreRounding.TIME_MARGIN + ScoreRounding.CHANCE_MARGIN * Math.max(0, later);
    best = other.best;
    version = Composition.NONE;
    withRoom = other.withRoom.sooner(less);
    full = other.full.sooner(less);
  }

  /** The last opening it knows of. */
  long stamp() {
    return stamp;
  }

  /** Forgets which is the best. */
  void forget() {
    best = PlacementQuestion.NONE;
  }
}
