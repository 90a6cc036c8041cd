package org.espalier.core.allocation;

import org.espalier.core.pmf.PendingCompletion;
import org.jspecify.annotations.Nullable;

/**
 * What expected completions behind a queue under the dropping scope PENDING need of its tail: the
 * mean, and the probability that the machine is free before a deadline.
 *
 * <p>Up to a horizon, for which the latest deadline in the batch queue is taken, ready times before
 * it are enough, and the last task is convolved with them only when many candidates ask, since for
 * a few of them that takes longer than a pass for each. Beyond it, where no candidate of a resource
 * manager is, the whole tail answers.
 */
final class PendingTail {
  /** Passes over the starts of the last task that cost as much as its convolution. */
  private static final int MOST_PASSES = 48;

  private final MachineQueue queue;
  private final long horizon;
  private final @Nullable PendingCompletion last;
  private int passes;

  /**
   * The tail of a queue.
   *
   * @param horizon the latest time that is likely to be asked for, in ticks
   */
  PendingTail(MachineQueue queue, long horizon) {
    this.queue = queue;
    this.horizon = Math.max(horizon, queue.latestPendingDeadline());
    this.last = queue.size() > queue.firstPending() ? last(queue, this.horizon) : null;
  }

  private static PendingCompletion last(MachineQueue queue, long horizon) {
    int position = queue.size() - 1;
    return new PendingCompletion(
        queue.earlyReadyTime(position, horizon),
        queue.executionTimeAt(position),
        queue.task(position).deadline());
  }

  /** Whether ready times are computed up to a horizon in ticks. */
  boolean reaches(long other) {
    return other <= horizon;
  }

  /** Mean of the tail in ticks. */
  double mean() {
    return last == null ? queue.tail().mean() : last.mean();
  }

  /** The probability that the machine is free strictly before a time in ticks. */
  double before(long time) {
    if (last == null || !reaches(time)) {
      return queue.tail().cumulative(time - 1);
    }
    if (passes == MOST_PASSES) {
      return queue.earlyReadyTime(queue.size(), horizon).before(time);
    }
    passes++;
    return last.before(time);
  }
}
