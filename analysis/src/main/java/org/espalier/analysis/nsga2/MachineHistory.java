package org.espalier.analysis.nsga2;

import java.util.List;

/**
 * What one machine does with its tasks. Histories are shared by chromosomes. Immutable.
 *
 * @param tasks in their order; not to be changed
 * @param modes the mode that executes each; not to be changed
 * @param checkpoints what was so far after every interval of places
 * @param end what was at the end
 * @param <S> what is known of a machine
 */
@SuppressWarnings("ArrayRecordComponent") // read in inner loops
public record MachineHistory<S>(int[] tasks, int[] modes, List<S> checkpoints, S end) {
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
