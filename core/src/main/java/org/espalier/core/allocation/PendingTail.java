package org.espalier.core.allocation;

import org.espalier.core.model.Task;
import org.espalier.core.pmf.PendingCompletion;
import org.jspecify.annotations.Nullable;

/**
 * What expected completions behind a queue under the dropping scope PENDING need of its tail: the
 * mean, and the probability that the machine is free before a time. The tail itself is convolved
 * only when many candidates ask, since for a few of them it takes longer than a pass for each.
 */
final class PendingTail {
  /** Passes over the starts of the last task that cost as much as its convolution. */
  private static final int MOST_PASSES = 48;

  private final MachineQueue queue;
  private final @Nullable PendingCompletion last;
  private int passes;

  PendingTail(MachineQueue queue) {
    this.queue = queue;
    this.last = queue.size() > queue.firstPending() ? last(queue) : null;
  }

  private static PendingCompletion last(MachineQueue queue) {
    int position = queue.size() - 1;
    Task task = queue.task(position);
    return new PendingCompletion(
        queue.readyTime(position), queue.executionTime(task.type()), task.deadline());
  }

  /** Mean of the tail in ticks. */
  double mean() {
    return last == null ? queue.tail().mean() : last.mean();
  }

  /** The probability that the machine is free strictly before a time in ticks. */
  double before(long time) {
    if (last == null || passes == MOST_PASSES) {
      return queue.tail().cumulative(time - 1);
    }
    passes++;
    return last.before(time);
  }
}
