package org.espalier.core.allocation;

import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.jspecify.annotations.Nullable;

/**
 * A task in the batch queue, as a heuristic sees it.
 *
 * <p>It remembers its chance of success and expected completion on each machine together with the
 * version of the tail they were computed against, so that only what changed is computed again,
 * within a mapping event and from one to the next.
 */
public final class Candidate {
  private final Task task;
  private final int machines;
  private double @Nullable [] chances;
  private long @Nullable [] chanceVersions;
  private double @Nullable [] expected;
  private long @Nullable [] expectedVersions;
  boolean left;

  Candidate(Task task, int machines) {
    this.task = task;
    this.machines = machines;
  }

  /** The task. */
  public Task task() {
    return task;
  }

  double chanceOfSuccess(MachineQueue queue) {
    if (chances == null || chanceVersions == null) {
      chances = new double[machines];
      chanceVersions = new long[machines];
    }
    int machine = queue.machine().id();
    long version = queue.tailVersion();
    if (chanceVersions[machine] != version) {
      chanceVersions[machine] = version;
      chances[machine] = computeChance(queue);
    }
    return chances[machine];
  }

  private double computeChance(MachineQueue queue) {
    if (!queue.canRun(task.type())) {
      return 0;
    }
    return Rounding.chance(
        CompletionTimes.chanceOfSuccess(
            queue.tail(), queue.executionTime(task.type()), task.deadline()));
  }

  double expectedCompletion(MachineQueue queue) {
    if (expected == null || expectedVersions == null) {
      expected = new double[machines];
      expectedVersions = new long[machines];
    }
    int machine = queue.machine().id();
    long version = queue.tailVersion();
    if (expectedVersions[machine] != version) {
      expectedVersions[machine] = version;
      expected[machine] = computeExpected(queue);
    }
    return expected[machine];
  }

  private double computeExpected(MachineQueue queue) {
    if (!queue.canRun(task.type())) {
      return Double.POSITIVE_INFINITY;
    }
    return Rounding.time(
        CompletionTimes.expectedCompletion(
            queue.scope(), queue.tail(), queue.executionTime(task.type()), task.deadline()));
  }

  @Override
  public String toString() {
    return task.toString();
  }
}
