package org.espalier.core.allocation;

import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.jspecify.annotations.Nullable;

/**
 * The tail of a machine queue at one state, computed on first use, and the last one that was known
 * before it.
 *
 * <p>Under NONE and EXECUTING each version of the tail of one {@link Composition} is stochastically
 * later than the ones before (the completion-time operators are monotone there, under PENDING they
 * are not), so that what was computed against an earlier version, or is computed against the last
 * tail known, bounds the present value: chances from above, expected completions from below.
 */
final class TailHistory {
  private final MachineQueue queue;
  private final MachineProfile profile;
  private final @Nullable Tail earlier;
  private final long earlierVersion;
  private @Nullable Tail present;
  private double mean = Double.NaN;

  /**
   * A history.
   *
   * @param earlier the last tail that was known before; null if none was
   */
  TailHistory(
      MachineQueue queue, MachineProfile profile, @Nullable Tail earlier, long earlierVersion) {
    this.queue = queue;
    this.profile = profile;
    this.earlier = earlier;
    this.earlierVersion = earlierVersion;
  }

  /**
   * The history of a later state of the same composition; empty if nothing known now is of use
   * then.
   */
  @Nullable TailHistory handedTo(MachineQueue later) {
    if (!queue.earlierTailsBound() || (present == null && earlier == null)) {
      return null;
    }
    return present == null
        ? new TailHistory(later, profile, earlier, earlierVersion)
        : new TailHistory(later, profile, present, queue.version());
  }

  /** The present tail. */
  Tail present() {
    Tail tail = present;
    if (tail == null) {
      tail = new Tail(queue.readyTime(queue.size()));
      present = tail;
    }
    return tail;
  }

  /**
   * Mean of the tail in ticks. Under NONE it is a sum of means, for which no completion time but
   * that of the running task is computed.
   */
  double mean() {
    if (Double.isNaN(mean)) {
      mean = profile.scope() == DroppingScope.NONE ? sumOfMeans() : present().pmf().mean();
    }
    return mean;
  }

  private double sumOfMeans() {
    double sum = queue.isBusy() ? queue.completionTime(0).mean() : queue.freeAt();
    for (int i = queue.firstPending(); i < queue.size(); i++) {
      sum += queue.executionTimeAt(i).mean();
    }
    return sum;
  }

  /** The version of the last tail of this composition that was computed, or the present one. */
  long lastKnownVersion() {
    return present != null || earlier == null ? queue.version() : earlierVersion;
  }

  /** Chance of success of a task in a P-state behind the tail of a version, not rounded. */
  double chanceBehind(long version, Task task, int pState) {
    return tailOf(version).chanceOfSuccess(profile, task.type(), pState, task.deadline());
  }

  /** Expected completion of a task in a P-state behind the tail of a version, not rounded. */
  double expectedBehind(long version, Task task, int pState) {
    if (profile.scope() == DroppingScope.EXECUTING) {
      return tailOf(version).expectedCompletion(profile, task.type(), pState, task.deadline());
    }
    double added = queue.executionTime(task.type(), pState).mean();
    return mean()
        + (profile.scope() == DroppingScope.NONE
            ? added
            : added * present().pmf().cumulative(task.deadline() - 1));
  }

  /** Whether bounds on an expected completion save anything: else it takes constant time itself. */
  boolean boundsAreCheaper() {
    return profile.scope() == DroppingScope.EXECUTING;
  }

  /**
   * Not more than the expected completion of a task in a P-state behind the queue, in constant
   * time.
   */
  double expectedBehindAtLeast(Task task, int pState) {
    return tailOf(lastKnownVersion())
        .expectedCompletionAtLeast(profile, task.type(), pState, task.deadline());
  }

  /**
   * Not less than the expected completion of a task in a P-state behind the queue, in constant
   * time.
   */
  double expectedBehindAtMost(Task task, int pState) {
    return present().expectedCompletionAtMost(profile, task.type(), pState, task.deadline());
  }

  /** The tail of this version or of the last known one. */
  private Tail tailOf(long version) {
    Tail before = earlier;
    return version == queue.version() || before == null ? present() : before;
  }
}
