package org.espalier.core.allocation;

import java.util.Arrays;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.EarlyCompletion;
import org.jspecify.annotations.Nullable;

/**
 * The ready times in a queue under the dropping scope PENDING as far as they lie before a horizon,
 * computed on first use.
 */
final class EarlyReadyTimes {
  /** By position, when the machine has passed the task there. */
  private final @Nullable EarlyCompletion[] passed;

  EarlyReadyTimes(int size) {
    this(new @Nullable EarlyCompletion[size]);
  }

  private EarlyReadyTimes(@Nullable EarlyCompletion[] passed) {
    this.passed = passed;
  }

  /** Those of a queue of another size with the same first tasks. */
  EarlyReadyTimes ofFirst(int tasks, int size) {
    @Nullable EarlyCompletion[] same = Arrays.copyOf(passed, size);
    Arrays.fill(same, tasks, size, null);
    return new EarlyReadyTimes(same);
  }

  /** When the machine is free for the task at a position, or, at the size, for one more. */
  EarlyCompletion ready(MachineQueue queue, int position, long horizon) {
    if (position == 0) {
      return EarlyCompletion.of(queue.readyTime(0), horizon);
    }
    EarlyCompletion known = passed[position - 1];
    if (known == null || !known.reaches(horizon)) {
      known = pass(queue, position - 1, horizon);
      passed[position - 1] = known;
    }
    return known;
  }

  private EarlyCompletion pass(MachineQueue queue, int position, long horizon) {
    if (position < queue.firstPending() || queue.isCompletionKnown(position)) {
      return EarlyCompletion.of(queue.completionTime(position), horizon);
    }
    Task task = queue.task(position);
    return ready(queue, position, horizon)
        .behind(queue.executionTime(task.type()), task.deadline());
  }
}
