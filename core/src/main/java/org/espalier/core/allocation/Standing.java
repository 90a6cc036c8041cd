package org.espalier.core.allocation;

import java.util.Arrays;
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
 * still the best while its own score is below it. Where the floor no longer decides, a few
 * placements that came next when all were searched do, with a floor of their own below all that are
 * not among them.
 */
final class Standing {
  /** So many placements are listed, at most. */
  static final int LISTED = 4;

  /** So many more that have opened since. */
  private static final int OPENED = 8;

  static final int NONE = -1;

  private @Nullable PlacementOrder order;
  private int best = NONE;
  private long version;
  private long composition;
  private double ceiling;
  private double ceilingLessDrift;

  /** Of all others with room, and of all others without. */
  private final double[] floors = new double[2];

  private long stamp = PlacementIndex.NEVER;

  private long searched;
  private int[] listed = {};

  private int count;

  /** Of all that are not listed, with room and without. */
  private final double[] floorsOfOthers = new double[2];

  /** Index of a floor. */
  private static int kind(MachineQueue queue) {
    return queue.hasRoom() ? 0 : 1;
  }

  /** Forgets everything unless it was found in this order and openings since are remembered. */
  void begin(PlacementSearch.Question question, TailNumber number, PlacementIndex index) {
    if (!question.order().equals(order) || !index.remembers(stamp)) {
      order = question.order();
      best = NONE;
      count = 0;
      Arrays.fill(floorsOfOthers, Double.NEGATIVE_INFINITY);
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
    Task task = question.candidate().task();
    if (!queue.canRun(task.type())) {
      return;
    }
    int kind = kind(queue);
    for (int p = queue.firstPlacement(); p <= queue.lastPlacement(); p++) {
      double highest = p == best || best == NONE ? Double.NEGATIVE_INFINITY : floors[kind];
      boolean unlisted = count > 0 && !isListed(p);
      if (unlisted) {
        highest = Math.max(highest, floorsOfOthers[kind]);
      }
      double bound = index.scoreAtLeast(number, queue, p, task);
      if (bound < highest) {
        bound = Math.max(bound, question.scoreAtLeast(p));
        if (p != best) {
          floors[kind] = Math.min(floors[kind], bound);
        }
        if (unlisted && bound < floorsOfOthers[kind]) {
          add(p, kind, bound);
        }
      }
    }
  }

  private boolean isListed(int placement) {
    for (int i = 0; i < count; i++) {
      if (listed[i] == placement) {
        return true;
      }
    }
    return false;
  }

  private void add(int placement, int kind, double bound) {
    if (count < listed.length) {
      listed[count++] = placement;
    } else {
      floorsOfOthers[kind] = Math.min(floorsOfOthers[kind], bound);
    }
  }

  /**
   * Takes over what was found for another candidate of the same type; to be called where what
   * bounds its scores bounds those of this one too.
   */
  void adopt(Standing other) {
    best = other.best;
    version = Composition.NONE;
    composition = Composition.NONE;
    System.arraycopy(other.floors, 0, floors, 0, floors.length);
    beginList();
    System.arraycopy(other.listed, 0, listed, 0, other.count);
    count = other.count;
    System.arraycopy(other.floorsOfOthers, 0, floorsOfOthers, 0, floorsOfOthers.length);
    searched = other.searched;
  }

  /** The number of the search of all placements that it is based on. */
  long searched() {
    return searched;
  }

  /** The last opening it knows of. */
  long stamp() {
    return stamp;
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
    if (!room && (!question.ofAll() || question.exactIfFull())) {
      return NONE;
    }
    double floor = room && question.ofAll() ? Math.min(floors[0], floors[1]) : floors[0];
    if (version == queue.version()) {
      return ceiling < floor ? best : NONE;
    }
    PlacementOrder asked = question.order();
    if (composition == queue.composition()
        && asked.number() == TailNumber.EXPECTED_COMPLETION
        && ceilingLessDrift + queue.drift() + Candidate.TIME_MARGIN < floor) {
      return best;
    }
    setCeiling(queue, asked.scoreAtMost(question.session(), question.candidate(), best));
    return ceiling < floor ? best : NONE;
  }

  private void setCeiling(MachineQueue queue, double score) {
    version = queue.version();
    composition = queue.composition();
    ceiling = score;
    ceilingLessDrift = score - queue.drift();
  }

  /**
   * Takes what a search has found.
   *
   * @param placement the best, or a full one that is better than all with room
   * @param score not less than its score
   */
  void found(MachineQueue queue, int placement, double score, double floor, double fullFloor) {
    best = placement;
    floors[0] = floor;
    floors[1] = fullFloor;
    setCeiling(queue, score);
  }

  /** Forgets which is the best. */
  void forget() {
    best = NONE;
  }

  /** Empties the list. */
  void beginList() {
    count = 0;
    if (listed.length == 0) {
      listed = new int[LISTED + OPENED];
    }
  }

  /**
   * All that are not on the list have no lower scores than these, with room and without.
   *
   * @param search number of the search
   */
  void endList(long search, double floor, double fullFloor) {
    searched = search;
    floorsOfOthers[0] = floor;
    floorsOfOthers[1] = fullFloor;
  }

  /** Puts one of the first {@link #LISTED} placements on the list. */
  void list(int placement) {
    listed[count++] = placement;
  }

  int listedCount() {
    return count;
  }

  int listed(int i) {
    return listed[i];
  }

  /** Of those that are not listed, with room or without. */
  double floorOfOthers(boolean room) {
    return floorsOfOthers[room ? 0 : 1];
  }
}
