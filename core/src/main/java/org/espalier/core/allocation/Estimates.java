package org.espalier.core.allocation;

import org.espalier.core.model.Task;

/**
 * What a candidate may expect at the ends of machine queues: its chance of success and expected
 * completion on each placement, and bounds on them. They are remembered together with the version
 * of the tail they were computed against, so that only what changed is computed again, within a
 * mapping event and from one to the next (see {@link MachineQueue}).
 */
final class Estimates {
  /** Where there are more placements, fewer numbers are remembered. */
  private static final int FEW = 16;

  /** So many numbers are remembered where there are many placements; a power of two. */
  private static final int OF_MANY = 4;

  private static final Memo NOTHING = new Memo(0);

  private final Task task;
  private final int remembered;
  private Memo chances = NOTHING;
  private Memo expected = NOTHING;
  private Memo expectedAtLeast = NOTHING;

  /**
   * Those of a task of which nothing is known.
   *
   * @param placements number of placements of the system
   */
  Estimates(Task task, int placements) {
    this.task = task;
    this.remembered = placements <= FEW ? placements : OF_MANY;
  }

  /**
   * The last numbers of some placements, each with the version of the queue it was computed for; 0
   * for none. Where there are more placements than that, some share a place.
   */
  private static final class Memo {
    final double[] values;
    final long[] versions;
    final int[] placements;

    Memo(int size) {
      values = new double[size];
      versions = new long[size];
      placements = new int[size];
    }

    int place(int placement) {
      return placement < values.length ? placement : placement & (values.length - 1);
    }

    /** The version of a placement's number; 0 if there is none. */
    long version(int place, int placement) {
      return placements[place] == placement ? versions[place] : 0;
    }

    double keep(int place, int placement, double value, long version) {
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

  private Memo chances() {
    if (chances.values.length == 0) {
      chances = new Memo(remembered);
    }
    return chances;
  }

  private Memo expected() {
    if (expected.values.length == 0) {
      expected = new Memo(remembered);
    }
    return expected;
  }

  private Memo expectedAtLeast() {
    if (expectedAtLeast.values.length == 0) {
      expectedAtLeast = new Memo(remembered);
    }
    return expectedAtLeast;
  }

  private static int pState(MachineQueue queue, int placement) {
    return placement - queue.firstPlacement();
  }

  /** Chance of success, rounded; 0 where it cannot run. */
  double chanceOfSuccess(MachineQueue queue, int placement) {
    Memo memo = chances();
    int place = memo.place(placement);
    long version = queue.version();
    return memo.version(place, placement) == version
        ? memo.values[place]
        : memo.keep(place, placement, computeChance(queue, placement, version), version);
  }

  /** Not less than the chance of success; found without computing a tail if one is known. */
  double chanceAtMost(MachineQueue queue, int placement) {
    Memo memo = chances();
    int place = memo.place(placement);
    long version = memo.version(place, placement);
    if (!bounds(version, queue)) {
      version = queue.history().lastKnownVersion();
      memo.keep(place, placement, computeChance(queue, placement, version), version);
    }
    return version == queue.version()
        ? memo.values[place]
        : memo.values[place] + Rounding.CHANCE_MARGIN;
  }

  private double computeChance(MachineQueue queue, int placement, long version) {
    return queue.canRun(task.type())
        ? Rounding.chance(queue.history().chanceBehind(version, task, pState(queue, placement)))
        : 0;
  }

  /** Expected completion, rounded; infinite where it cannot run. */
  double expectedCompletion(MachineQueue queue, int placement) {
    Memo memo = expected();
    int place = memo.place(placement);
    long version = queue.version();
    return memo.version(place, placement) == version
        ? memo.values[place]
        : memo.keep(place, placement, computeExpected(queue, placement, version), version);
  }

  /** Not more than the expected completion; found without computing a tail if one is known. */
  double expectedCompletionAtLeast(MachineQueue queue, int placement) {
    Memo memo = expected();
    int place = memo.place(placement);
    long version = memo.version(place, placement);
    if (version == queue.version()) {
      return memo.values[place];
    }
    return bounds(version, queue)
        ? memo.values[place] - Rounding.TIME_MARGIN
        : expectedAtLeastAnew(queue, placement);
  }

  /** Apart, so that what is known is a short look where it is asked for. */
  private double expectedAtLeastAnew(MachineQueue queue, int placement) {
    if (!queue.history().boundsAreCheaper()) {
      return expectedCompletion(queue, placement);
    }
    Memo memo = expectedAtLeast();
    int place = memo.place(placement);
    if (!bounds(memo.version(place, placement), queue)) {
      double bound =
          queue.canRun(task.type())
              ? queue.history().expectedBehindAtLeast(task, pState(queue, placement))
                  - Rounding.TIME_MARGIN
              : Double.POSITIVE_INFINITY;
      memo.keep(place, placement, bound, queue.version());
    }
    return memo.values[place];
  }

  /**
   * Not less than the expected completion; found in constant time if a tail of the queue's
   * composition is known.
   */
  double expectedCompletionAtMost(MachineQueue queue, int placement) {
    Memo memo = expected();
    int place = memo.place(placement);
    long version = memo.version(place, placement);
    if (version == queue.version()) {
      return memo.values[place];
    }
    double since = bounds(version, queue) ? queue.driftSince(version) : Double.NaN;
    if (!Double.isNaN(since)) {
      return memo.values[place] + since + Rounding.TIME_MARGIN;
    }
    if (!queue.history().boundsAreCheaper()) {
      return expectedCompletion(queue, placement);
    }
    return queue.canRun(task.type())
        ? queue.history().expectedBehindAtMost(task, pState(queue, placement))
            + Rounding.TIME_MARGIN
        : Double.POSITIVE_INFINITY;
  }

  private double computeExpected(MachineQueue queue, int placement, long version) {
    return queue.canRun(task.type())
        ? Rounding.time(queue.history().expectedBehind(version, task, pState(queue, placement)))
        : Double.POSITIVE_INFINITY;
  }
}
