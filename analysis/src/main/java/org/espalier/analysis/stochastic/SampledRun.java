package org.espalier.analysis.stochastic;

/**
 * What one machine does with its tasks in all samples. Runs are shared by chromosomes. Immutable
 * once it is made.
 */
final class SampledRun {
  /** Its tasks in their order, and the mode that executes each. */
  final int[] tasks;

  final int[] modes;

  /** Checkpoint k is before place (k + 1) intervals. */
  final SampledSums[] checkpoints;

  final SampledSums end;

  SampledRun(int[] tasks, int[] modes, SampledSums[] checkpoints, SampledSums end) {
    this.tasks = tasks;
    this.modes = modes;
    this.checkpoints = checkpoints;
    this.end = end;
  }

  /** One without tasks. */
  static SampledRun idle(int samples) {
    return new SampledRun(new int[0], new int[0], new SampledSums[0], SampledSums.none(samples));
  }

  /** The first place at which other tasks or modes stand; -1 if all are the same. */
  int firstDifference(int[] otherTasks, int[] otherModes) {
    int common = Math.min(tasks.length, otherTasks.length);
    for (int place = 0; place < common; place++) {
      if (tasks[place] != otherTasks[place] || modes[place] != otherModes[place]) {
        return place;
      }
    }
    return tasks.length == otherTasks.length ? -1 : common;
  }
}
