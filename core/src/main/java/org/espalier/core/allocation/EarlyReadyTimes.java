package org.espalier.core.allocation;

import java.util.Arrays;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.EarlyCompletion;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * The ready times in a queue under the dropping scope PENDING as far as they lie before a horizon,
 * computed on first use. Where that was not far enough they are computed again somewhat further
 * than asked, so that horizons which move on with every arrival do not cost as much each time.
 */
final class EarlyReadyTimes {
  /** By what part of the time to it a horizon is put off that was not far enough. */
  private static final int SLACK = 8;

  /** By position, when the machine is free for the task there; the last is for one more. */
  private final @Nullable EarlyCompletion[] ready;

  EarlyReadyTimes(int size) {
    this(new @Nullable EarlyCompletion[size + 1]);
  }

  private EarlyReadyTimes(@Nullable EarlyCompletion[] ready) {
    this.ready = ready;
  }

  /** Those of a queue of another size that has the same first tasks. */
  EarlyReadyTimes ofFirst(int tasks, int size) {
    @Nullable EarlyCompletion[] same = Arrays.copyOf(ready, size + 1);
    Arrays.fill(same, tasks + 1, size + 1, null);
    return new EarlyReadyTimes(same);
  }

  /**
   * The ready time at a position of the queue they belong to, which reaches the horizon or further.
   *
   * @param horizon in ticks, not before the deadline of any pending task ahead
   */
  EarlyCompletion at(int position, MachineQueue queue, long horizon) {
    EarlyCompletion known = ready[position];
    if (known == null || !known.reaches(horizon)) {
      known = compute(position, queue, known == null ? horizon : further(horizon, queue));
      ready[position] = known;
    }
    return known;
  }

  /** A horizon beyond the one that is asked for. */
  private static long further(long horizon, MachineQueue queue) {
    long ahead = Math.max(0, (horizon - queue.now()) / SLACK);
    return horizon > Long.MAX_VALUE - ahead ? Long.MAX_VALUE : horizon + ahead;
  }

  private EarlyCompletion compute(int position, MachineQueue queue, long horizon) {
    if (position <= queue.firstPending()) {
      return EarlyCompletion.of(queue.readyTime(position), horizon);
    }
    Task ahead = queue.task(position - 1);
    Pmf execution = queue.executionTimeAt(position - 1);
    EarlyCompletion before = at(position - 1, queue, horizon);
    return queue.isCompletionKnown(position - 1)
        ? before.behind(execution, ahead.deadline(), queue.completionTime(position - 1))
        : before.behind(execution, ahead.deadline());
  }
}
