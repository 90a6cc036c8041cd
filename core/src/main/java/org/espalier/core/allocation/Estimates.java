package org.espalier.core.allocation;

import org.espalier.core.model.Task;
import org.espalier.core.pmf.ScoreRounding;

/**
 * What a candidate may expect at the ends of machine queues: its chance of success and expected
 * completion on each placement, and bounds on them. They are remembered together with the version
 * of the tail they were computed against, so that only what changed is computed again, within a
 * mapping event and from one to the next (see {@link MachineQueue}).
 */
final class Estimates {
  /** Where there are more placements, fewer numbers are remembered. */
  private static final int FEW = 16;

  /** How many numbers are remembered where there are many placements; a power of two. */
  private static final int OF_MANY = 4;

  private final Task task;
  private final Memo chances;
  private final Memo expected;
  private final Memo expectedAtLeast;

  /**
   * The estimates of a task of which nothing is known.
   *
   * @param placements number of placements of the system
   */
  Estimates(Task task, int placements) {
    this.task = task;
    int remembered = placements <= FEW ? placements : OF_MANY;
    this.chances = new Memo(remembered);
    this.expected = new Memo(remembered);
    this.expectedAtLeast = new Memo(remembered);
  }

  /**
   * The last numbers of some placements, each with the version of the queue it was computed for; 0
   * for none. Where there are more placements than that, some share a place.
   */
  private static final class Memo {
    private final int size;
    double[] values = {};
    private long[] versions = {};
    private int[] placements = {};

    Memo(int size) {
      this.size = size;
    }

    int place(int placement) {
      return placement < size ? placement : placement & (size - 1);
    }

    /** The version of a placement's number; 0 if there is none. */
    long version(int place, int placement) {
      return versions.length > 0 && placements[place] == placement ? versions[place] : 0;
    }

    double keep(int place, int placement, double value, long version) {
      if (versions.length == 0) {
        values = new double[size];
        versions = new long[size];
        placements = new int[size];
      }
      values[place] = value;
      versions[place] = version;
      placements[place] = placement;
      return value;
    }
  }

  /** Whether a number of a version is exact now or bounds the present one. */
  private static boolean bounds(long version, MachineQueue queue) {
    return version == queue.version()
        || (queue.earlierTailsBound() && queue.isOfSameComposition(version));
  }

  private static int pState(MachineQueue queue, int placement) {
    return placement - queue.firstPlacement();
  }

  /** Chance of success, rounded; 0 where it cannot run. */
  double chanceOfSuccess(MachineQueue queue, int placement) {
    int place = chances.place(placement);
    long version = queue.version();
    return chances.version(place, placement) == version
        ? chances.values[place]
        : chances.keep(place, placement, computeChance(queue, placement, version), version);
  }

  /** Not less than the chance of success; found without computing a tail if one is known. */
  double chanceAtMost(MachineQueue queue, int placement) {
    int place = chances.place(placement);
    long version = chances.version(place, placement);
    if (!bounds(version, queue)) {
      version = queue.history().lastKnownVersion();
      chances.keep(place, placement, computeChance(queue, placement, version), version);
    }
    return version == queue.version()
        ? chances.values[place]
        : chances.values[place] + ScoreRounding.CHANCE_MARGIN;
  }

  private double computeChance(MachineQueue queue, int placement, long version) {
    return queue.canRun(task.type())
        ? ScoreRounding.chance(
            queue.history().chanceBehind(version, task, pState(queue, placement)))
        : 0;
  }

  /** Expected completion, rounded; infinite where it cannot run. */
  double expectedCompletion(MachineQueue queue, int placement) {
    int place = expected.place(placement);
    long version = queue.version();
    return expected.version(place, placement) == version
        ? expected.values[place]
        : expected.keep(place, placement, computeExpected(queue, placement, version), version);
  }

  /** Not more than the expected completion; found without computing a tail if one is known. */
  double expectedCompletionAtLeast(MachineQueue queue, int placement) {
    int place = expected.place(placement);
    long version = expected.version(place, placement);
    if (version == queue.version()) {
      return expected.values[place];
    }
    return bounds(version, queue)
        ? expected.values[place] - ScoreRounding.TIME_MARGIN
        : expectedAtLeastAnew(queue, placement);
  }

  /**
   * Finds a bound that is not known yet. Its own method, so that a known bound is a short look-up.
   */
  private double expectedAtLeastAnew(MachineQueue queue, int placement) {
    if (!queue.history().boundsAreCheaper()) {
      return expectedCompletion(queue, placement);
    }
    int place = expectedAtLeast.place(placement);
    if (!bounds(expectedAtLeast.version(place, placement), queue)) {
      double bound =
          queue.canRun(task.type())
              ? queue.history().expectedBehindAtLeast(task, pState(queue, placement))
                  - ScoreRounding.TIME_MARGIN
              : Double.POSITIVE_INFINITY;
      expectedAtLeast.keep(place, placement, bound, queue.version());
    }
    return expectedAtLeast.values[place];
  }

  /** Not less than the expected completion; found in constant time behind the present tail. */
  double expectedCompletionAtMost(MachineQueue queue, int placement) {
    int place = expected.place(placement);
    if (expected.version(place, placement) == queue.version()) {
      return expected.values[place];
    }
    if (!queue.history().boundsAreCheaper()) {
      return expectedCompletion(queue, placement);
    }
    return queue.canRun(task.type())
        ? queue.history().expectedBehindAtMost(task, pState(queue, placement))
            + ScoreRounding.TIME_MARGIN
        : Double.POSITIVE_INFINITY;
  }

  private double computeExpected(MachineQueue queue, int placement, long version) {
    return queue.canRun(task.type())
        ? ScoreRounding.time(
            queue.history().expectedBehind(version, task, pState(queue, placement)))
        : Double.POSITIVE_INFINITY;
  }
}
