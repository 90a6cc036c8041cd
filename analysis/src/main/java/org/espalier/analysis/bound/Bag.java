package org.espalier.analysis.bound;

import java.util.stream.IntStream;
import org.espalier.analysis.problem.StaticProblem;

/**
 * The tasks and machines of a problem as counts by type, with the time and energy of an execution
 * by task type and mode. Its arrays are not to be changed.
 *
 * @param tasks by task type
 * @param machines by machine type
 * @param machineTypes by mode, which is a machine type in one of its P-states
 * @param seconds of task type i in mode m at {@code i modes + m}; infinite where impossible
 * @param joules in the same places
 */
record Bag(int[] tasks, int[] machines, int[] machineTypes, double[] seconds, double[] joules) {
  static Bag of(StaticProblem problem) {
    int[] machines = new int[problem.machineTypes()];
    for (int machine = 0; machine < problem.machines(); machine++) {
      machines[problem.machineTypeOf(machine)]++;
    }
    return new Bag(
        IntStream.range(0, problem.taskTypes()).map(type -> problem.tasksOf(type).length).toArray(),
        machines,
        IntStream.range(0, problem.modes()).map(problem::machineTypeOfMode).toArray(),
        problem.cells(problem::seconds),
        problem.cells(problem::joules));
  }

  int modes() {
    return machineTypes.length;
  }

  /** Whether there are tasks of the type of a cell, and machines that run it in its mode. */
  boolean isUsed(int cell) {
    return tasks[cell / modes()] > 0
        && machines[machineTypes[cell % modes()]] > 0
        && seconds[cell] < Double.POSITIVE_INFINITY;
  }
}
