package org.espalier.core.allocation;

import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the best placement of a candidate: which it was when it was last searched, and
 * why no other can have overtaken it.
 *
 * <p>Tails only move later while nothing but time and more tasks at the end happens to a queue, and
 * scores rise with them. So a bound from below on the scores of all other placements, the
 * <em>floor</em>, holds until a machine opens ({@link PlacementIndex}), and the best placement is
 * still the best while its own score is below it.
 */
final class Standing {
  static final int NONE = -1;

  private @Nullable PlacementOrder order;
  private int best = NONE;
  private long version;
  private long composition;
  private double ceiling;
  private double ceilingLessDrift;

  /** Not less than its expected completion; NaN if it was not asked for. */
  private double completionCeiling;

  /** Of all others. */
  private final Floors floors = new Floors();

  private long stamp = PlacementIndex.NEVER;

  /** Forgets everything unless it was found in this order and openings since are remembered. */
  void begin(PlacementSearch.Question question, TailNumber number, PlacementIndex index) {
    if (!question.order().equals(order) || !index.remembers(stamp)) {
      order = question.order();
      best = NONE;
    }
    if (best == NONE) {
      stamp = index.stamp();
    }
    while (stamp < index.stamp()) {
      stamp++;
      hasOpened(question.session().unshownQueue(index.opened(stamp)), question, number, index);
    }
  }

  private void hasOpened(
      MachineQueue queue,
      PlacementSearch.Question question,
      TailNumber number,
      PlacementIndex index) {
    if (queue.canRun(question.candidate().task().type())) {
      for (int p = queue.firstPlacement(); p <= queue.lastPlacement(); p++) {
        hasOpened(queue, p, question, number, index);
      }
    }
  }

  private void hasOpened(
      MachineQueue queue,
      int placement,
      PlacementSearch.Question question,
      TailNumber number,
      PlacementIndex index) {
    if (placement == best) {
      return;
    }
    boolean room = queue.hasRoom();
    Task task = question.candidate().task();
    double score = index.scoreAtLeast(number, queue, placement, task);
    double completion =
        question.mayBeSure(score)
            ? index.scoreAtLeast(TailNumber.EXPECTED_COMPLETION, queue, placement, task)
            : Floors.UNKNOWN;
    if (floors.areLoweredBy(room, score, completion)) {
      score = Math.max(score, question.scoreAtLeast(placement));
      completion = Math.max(completion, question.completionOfSureAtLeast(placement, score));
      floors.lower(room, score, completion);
    }
  }

  /**
   * The placement that is surely the best still, or, if it is full, surely better than all with
   * room; {@link #NONE} if in doubt.
   */
  int sure(PlacementSearch.Question question) {
    if (best == NONE) {
      return NONE;
    }
    MachineQueue queue = question.queue(best);
    boolean room = queue.hasRoom();
    if (!room && !question.anyFullWillDo()) {
      return NONE;
    }
    if (isBelow(true, queue, question)
        && (!room || !question.fullMatters() || isBelow(false, queue, question))) {
      return best;
    }
    return NONE;
  }

  /** Whether the best surely comes before all others with room, or all without. */
  private boolean isBelow(boolean room, MachineQueue queue, PlacementSearch.Question question) {
    double floor = floors.score(room);
    if (version != queue.version()) {
      PlacementOrder order = question.order();
      if (composition == queue.composition()
          && order.number() == TailNumber.EXPECTED_COMPLETION
          && ceilingLessDrift + queue.drift() + Candidate.TIME_MARGIN < floor) {
        return true;
      }
      setCeiling(queue, order.scoreAtMost(question.session(), question.candidate(), best));
    }
    return ceiling < floor
        || (ceiling == PlacementOrder.SURE
            && question.mayBeSure(ceiling)
            && completionCeiling(question) < floors.completionOfSure(room));
  }

  private double completionCeiling(PlacementSearch.Question question) {
    if (Double.isNaN(completionCeiling)) {
      completionCeiling = question.session().expectedCompletionAtMost(question.candidate(), best);
    }
    return completionCeiling;
  }

  private void setCeiling(MachineQueue queue, double score) {
    version = queue.version();
    composition = queue.composition();
    ceiling = score;
    ceilingLessDrift = score - queue.drift();
    completionCeiling = Double.NaN;
  }

  /**
   * Takes what a search has found.
   *
   * @param placement the best, or a full one that is better than all with room
   * @param score not less than its score
   */
  void found(MachineQueue queue, int placement, double score, Floors ofOthers) {
    best = placement;
    floors.set(ofOthers);
    setCeiling(queue, score);
  }

  /**
   * Takes over what was found for another candidate of the same type; to be called where what
   * bounds its scores bounds those of this one too.
   *
   * @param later by how much the other one's deadline is later; a placement that is sure of success
   *     for both has expected completions that hardly differ
   */
  void adopt(Standing other, long later) {
    best = other.best;
    version = Composition.NONE;
    composition = Composition.NONE;
    floors.set(other.floors);
    floors.lowerCompletions(Candidate.TIME_MARGIN + Candidate.CHANCE_MARGIN * Math.max(0, later));
  }

  /** The last opening it knows of. */
  long stamp() {
    return stamp;
  }

  /** Forgets which is the best. */
  void forget() {
    best = NONE;
  }
}
