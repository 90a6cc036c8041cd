package org.espalier.core.allocation;

import org.espalier.core.model.Task;

/**
 * A task in the batch queue, as a heuristic sees it.
 *
 * <p>It remembers its chance of success and expected completion on each machine together with the
 * version of the tail they were computed against, so that only what changed is computed again,
 * within a mapping event and from one to the next (see {@link MachineQueue}).
 */
public final class Candidate {
  /** More than rounding can move a bound across the rounded exact value. */
  static final double CHANCE_MARGIN = 2e-9;

  private static final double TIME_MARGIN = 2e-4;

  private static final Memo NOTHING = new Memo(0);

  private final Task task;
  private final int machines;
  private Memo chances = NOTHING;
  private Memo expected = NOTHING;
  private Memo expectedAtLeast = NOTHING;
  final Preference preference = new Preference();
  final ChanceCeiling chanceCeiling = new ChanceCeiling();
  boolean left;

  Candidate(Task task, int machines) {
    this.task = task;
    this.machines = machines;
  }

  /** The task. */
  public Task task() {
    return task;
  }

  /** Numbers by machine, each with the version of the queue it was computed for; 0 for none. */
  private static final class Memo {
    final double[] values;
    final long[] versions;

    Memo(int machines) {
      values = new double[machines];
      versions = new long[machines];
    }

    double keep(int machine, double value, long version) {
      values[machine] = value;
      versions[machine] = version;
      return value;
    }

    /** Whether a number is there that is exact now or bounds the present one. */
    boolean bounds(MachineQueue queue) {
      long version = versions[queue.index()];
      return version == queue.version()
          || (queue.earlierTailsBound() && queue.isOfSameComposition(version));
    }
  }

  private Memo chances() {
    if (chances.values.length == 0) {
      chances = new Memo(machines);
    }
    return chances;
  }

  private Memo expected() {
    if (expected.values.length == 0) {
      expected = new Memo(machines);
    }
    return expected;
  }

  private Memo expectedAtLeast() {
    if (expectedAtLeast.values.length == 0) {
      expectedAtLeast = new Memo(machines);
    }
    return expectedAtLeast;
  }

  /** Chance of success, rounded; 0 where it cannot run. */
  double chanceOfSuccess(MachineQueue queue) {
    Memo memo = chances();
    int machine = queue.index();
    return memo.versions[machine] == queue.version()
        ? memo.values[machine]
        : memo.keep(machine, computeChance(queue, queue.version()), queue.version());
  }

  /** Not less than the chance of success; found without computing a tail if one is known. */
  double chanceAtMost(MachineQueue queue) {
    Memo memo = chances();
    int machine = queue.index();
    if (!memo.bounds(queue)) {
      long known = queue.history().lastKnownVersion();
      memo.keep(machine, computeChance(queue, known), known);
    }
    boolean exact = memo.versions[machine] == queue.version();
    return exact ? memo.values[machine] : memo.values[machine] + CHANCE_MARGIN;
  }

  private double computeChance(MachineQueue queue, long version) {
    return queue.canRun(task.type())
        ? Rounding.chance(queue.history().chanceBehind(version, task))
        : 0;
  }

  /** Expected completion, rounded; infinite where it cannot run. */
  double expectedCompletion(MachineQueue queue) {
    Memo memo = expected();
    int machine = queue.index();
    return memo.versions[machine] == queue.version()
        ? memo.values[machine]
        : memo.keep(machine, computeExpected(queue, queue.version()), queue.version());
  }

  /** Not more than the expected completion; found without computing a tail if one is known. */
  double expectedCompletionAtLeast(MachineQueue queue) {
    Memo memo = expected();
    int machine = queue.index();
    if (memo.versions[machine] == queue.version()) {
      return memo.values[machine];
    }
    if (memo.bounds(queue)) {
      return memo.values[machine] - TIME_MARGIN;
    }
    if (!queue.history().boundsAreCheaper()) {
      return expectedCompletion(queue);
    }
    Memo bounds = expectedAtLeast();
    if (!bounds.bounds(queue)) {
      double bound =
          queue.canRun(task.type())
              ? queue.history().expectedBehindAtLeast(task) - TIME_MARGIN
              : Double.POSITIVE_INFINITY;
      bounds.keep(machine, bound, queue.version());
    }
    return bounds.values[machine];
  }

  /**
   * Not less than the expected completion; found in constant time if a tail of the queue's
   * composition is known.
   */
  double expectedCompletionAtMost(MachineQueue queue) {
    Memo memo = expected();
    int machine = queue.index();
    long version = memo.versions[machine];
    if (version == queue.version()) {
      return memo.values[machine];
    }
    double since = memo.bounds(queue) ? queue.driftSince(version) : Double.NaN;
    if (!Double.isNaN(since)) {
      return memo.values[machine] + since + TIME_MARGIN;
    }
    if (!queue.history().boundsAreCheaper()) {
      return expectedCompletion(queue);
    }
    return queue.canRun(task.type())
        ? queue.history().expectedBehindAtMost(task) + TIME_MARGIN
        : Double.POSITIVE_INFINITY;
  }

  private double computeExpected(MachineQueue queue, long version) {
    return queue.canRun(task.type())
        ? Rounding.time(queue.history().expectedBehind(version, task))
        : Double.POSITIVE_INFINITY;
  }

  @Override
  public String toString() {
    return task.toString();
  }
}
