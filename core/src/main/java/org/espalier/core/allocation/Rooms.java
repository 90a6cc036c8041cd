package org.espalier.core.allocation;

import java.util.Arrays;

/**
 * The machines with room, by when they joined: a machine joins when it gets room, or when its queue
 * changes otherwise than by time passing or by a task more at its end, after which completions
 * behind it may be expected sooner than before. One serves a resource manager and is told of every
 * state that questions are asked of.
 */
final class Rooms {
  /** A stamp before all others. */
  static final long NEVER = 0;

  private static final long NO_COMPOSITION = 0;
  private static final int[] NOBODY = {};

  private final long[] compositions;
  private final long[] joined;
  private final int[] latestFirst;
  private int count;
  private long looks;
  private long stamp = NEVER;

  Rooms(int machines) {
    compositions = new long[machines];
    joined = new long[machines];
    latestFirst = new int[machines];
  }

  /** Grows whenever machines join. */
  long stamp() {
    return stamp;
  }

  /** How often this was told of a state; by it one knows whether that was one's own. */
  long looks() {
    return looks;
  }

  /** Takes the state of the machine queues; bounds found before remain for those that stayed. */
  void look(MappingSession session) {
    looks++;
    long next = stamp + 1;
    int before = count;
    int[] stayed = before == 0 ? NOBODY : Arrays.copyOf(latestFirst, before);
    count = 0;
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.unshownQueue(m);
      if (queue.hasRoom()) {
        lookAt(m, queue, next);
      } else {
        compositions[m] = NO_COMPOSITION;
      }
    }
    for (int machine : stayed) {
      if (compositions[machine] != NO_COMPOSITION && joined[machine] < next) {
        latestFirst[count++] = machine;
      }
    }
  }

  private void lookAt(int machine, MachineQueue queue, long next) {
    long before = compositions[machine];
    compositions[machine] = queue.composition();
    if (before == NO_COMPOSITION
        || (before != queue.composition() && before != queue.grownFrom())) {
      joined[machine] = next;
      stamp = next;
      latestFirst[count++] = machine;
    }
  }

  /**
   * A bound from below on the expected completions where there is room since after a stamp, but for
   * one placement.
   */
  double floor(long since, MappingSession session, Candidate candidate, int except) {
    double floor = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count && joined[latestFirst[i]] > since; i++) {
      MachineQueue queue = session.unshownQueue(latestFirst[i]);
      for (int p = queue.firstPlacement(); p <= queue.lastPlacement(); p++) {
        if (p != except) {
          floor = Math.min(floor, session.expectedCompletionAtLeast(candidate, queue, p));
        }
      }
    }
    return floor;
  }

  /**
   * Whether bounds leave it open that a candidate has a chance of success above a level on one of
   * the machines that joined since a stamp.
   */
  boolean anyAbove(double chance, long since, MappingSession session, Candidate candidate) {
    for (int i = 0; i < count && joined[latestFirst[i]] > since; i++) {
      MachineQueue queue = session.unshownQueue(latestFirst[i]);
      for (int p = queue.firstPlacement(); p <= queue.lastPlacement(); p++) {
        if (session.chanceOfSuccessAtMost(candidate, queue, p) > chance) {
          return true;
        }
      }
    }
    return false;
  }

  /** The placement with room whose bound from below is the lowest, among those of one candidate. */
  Lowest lowest(MappingSession session, Candidate candidate) {
    int lowest = -1;
    double bound = Double.POSITIVE_INFINITY;
    double second = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      MachineQueue queue = session.unshownQueue(latestFirst[i]);
      for (int p = queue.firstPlacement(); p <= queue.lastPlacement(); p++) {
        double least = session.expectedCompletionAtLeast(candidate, queue, p);
        if (least < bound) {
          lowest = p;
          second = bound;
          bound = least;
        } else if (least < second) {
          second = least;
        }
      }
    }
    return new Lowest(lowest, bound, second);
  }

  /**
   * The lowest of several bounds from below.
   *
   * @param placement whose it is; -1 if there is none
   * @param bound infinite if there is none
   * @param boundOfOthers the next one; infinite if there is none
   */
  record Lowest(int placement, double bound, double boundOfOthers) {}
}
