package org.espalier.core.allocation;

import org.espalier.core.model.Task;

/**
 * A task in the batch queue, as a heuristic sees it.
 *
 * <p>It remembers its chance of success and expected completion on each placement together with the
 * version of the tail they were computed against, so that only what changed is computed again,
 * within a mapping event and from one to the next (see {@link MachineQueue}).
 */
public final class Candidate {
  /** More than rounding can move a bound across the rounded exact value. */
  static final double CHANCE_MARGIN = 2e-9;

  private static final double TIME_MARGIN = 2e-4;

  private static final Memo NOTHING = new Memo(0);

  private final Task task;
  private final int placements;
  private Memo chances = NOTHING;
  private Memo expected = NOTHING;
  private Memo expectedAtLeast = NOTHING;
  final Preference preference = new Preference();
  final ChanceCeiling chanceCeiling = new ChanceCeiling();
  boolean left;

  /**
   * A candidate of which nothing is known.
   *
   * @param placements number of placements of the system
   */
  Candidate(Task task, int placements) {
    this.task = task;
    this.placements = placements;
  }

  /** The task. */
  public Task task() {
    return task;
  }

  /** Numbers by placement, each with the version of the queue it was computed for; 0 for none. */
  private static final class Memo {
    final double[] values;
    final long[] versions;

    Memo(int placements) {
      values = new double[placements];
      versions = new long[placements];
    }

    double keep(int placement, double value, long version) {
      values[placement] = value;
      versions[placement] = version;
      return value;
    }

    /** Whether a number is there that is exact now or bounds the present one. */
    boolean bounds(MachineQueue queue, int placement) {
      long version = versions[placement];
      return version == queue.version()
          || (queue.earlierTailsBound() && queue.isOfSameComposition(version));
    }
  }

  private Memo chances() {
    if (chances.values.length == 0) {
      chances = new Memo(placements);
    }
    return chances;
  }

  private Memo expected() {
    if (expected.values.length == 0) {
      expected = new Memo(placements);
    }
    return expected;
  }

  private Memo expectedAtLeast() {
    if (expectedAtLeast.values.length == 0) {
      expectedAtLeast = new Memo(placements);
    }
    return expectedAtLeast;
  }

  private static int pState(MachineQueue queue, int placement) {
    return placement - queue.firstPlacement();
  }

  /** Chance of success, rounded; 0 where it cannot run. */
  double chanceOfSuccess(MachineQueue queue, int placement) {
    Memo memo = chances();
    return memo.versions[placement] == queue.version()
        ? memo.values[placement]
        : memo.keep(placement, computeChance(queue, placement, queue.version()), queue.version());
  }

  /** Not less than the chance of success; found without computing a tail if one is known. */
  double chanceAtMost(MachineQueue queue, int placement) {
    Memo memo = chances();
    if (!memo.bounds(queue, placement)) {
      long known = queue.history().lastKnownVersion();
      memo.keep(placement, computeChance(queue, placement, known), known);
    }
    boolean exact = memo.versions[placement] == queue.version();
    return exact ? memo.values[placement] : memo.values[placement] + CHANCE_MARGIN;
  }

  private double computeChance(MachineQueue queue, int placement, long version) {
    return queue.canRun(task.type())
        ? Rounding.chance(queue.history().chanceBehind(version, task, pState(queue, placement)))
        : 0;
  }

  /** Expected completion, rounded; infinite where it cannot run. */
  double expectedCompletion(MachineQueue queue, int placement) {
    Memo memo = expected();
    return memo.versions[placement] == queue.version()
        ? memo.values[placement]
        : memo.keep(placement, computeExpected(queue, placement, queue.version()), queue.version());
  }

  /** Not more than the expected completion; found without computing a tail if one is known. */
  double expectedCompletionAtLeast(MachineQueue queue, int placement) {
    Memo memo = expected();
    if (memo.versions[placement] == queue.version()) {
      return memo.values[placement];
    }
    return memo.bounds(queue, placement)
        ? memo.values[placement] - TIME_MARGIN
        : expectedAtLeastAnew(queue, placement);
  }

  /** Apart, so that what is known is a short look where it is asked for. */
  private double expectedAtLeastAnew(MachineQueue queue, int placement) {
    if (!queue.history().boundsAreCheaper()) {
      return expectedCompletion(queue, placement);
    }
    Memo bounds = expectedAtLeast();
    if (!bounds.bounds(queue, placement)) {
      double bound =
          queue.canRun(task.type())
              ? queue.history().expectedBehindAtLeast(task, pState(queue, placement)) - TIME_MARGIN
              : Double.POSITIVE_INFINITY;
      bounds.keep(placement, bound, queue.version());
    }
    return bounds.values[placement];
  }

  /**
   * Not less than the expected completion; found in constant time if a tail of the queue's
   * composition is known.
   */
  double expectedCompletionAtMost(MachineQueue queue, int placement) {
    Memo memo = expected();
    long version = memo.versions[placement];
    if (version == queue.version()) {
      return memo.values[placement];
    }
    double since = memo.bounds(queue, placement) ? queue.driftSince(version) : Double.NaN;
    if (!Double.isNaN(since)) {
      return memo.values[placement] + since + TIME_MARGIN;
    }
    if (!queue.history().boundsAreCheaper()) {
      return expectedCompletion(queue, placement);
    }
    return queue.canRun(task.type())
        ? queue.history().expectedBehindAtMost(task, pState(queue, placement)) + TIME_MARGIN
        : Double.POSITIVE_INFINITY;
  }

  private double computeExpected(MachineQueue queue, int placement, long version) {
    return queue.canRun(task.type())
        ? Rounding.time(queue.history().expectedBehind(version, task, pState(queue, placement)))
        : Double.POSITIVE_INFINITY;
  }

  @Override
  public String toString() {
    return task.toString();
  }
}
