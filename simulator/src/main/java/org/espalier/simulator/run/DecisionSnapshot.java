package org.espalier.simulator.run;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;

/**
 * The queue of a machine before and after one decision about it.
 *
 * @param decision the decision
 * @param machine index of the machine
 * @param now when it was taken, in ticks
 * @param before the tasks of the queue, the running one first
 * @param after the same after the decision
 */
record DecisionSnapshot(
    Decision decision, int machine, long now, List<Queued> before, List<Queued> after) {
  /**
   * A task in the queue.
   *
   * @param running whether it is being executed
   * @param chance its chance of success
   * @param completion PMF of the time at which the machine has passed it
   */
  record Queued(Task task, boolean running, double chance, Pmf completion) {}

  static List<Queued> tasks(MachineQueue queue) {
    List<Queued> tasks = new ArrayList<>();
    for (int i = 0; i < queue.size(); i++) {
      tasks.add(
          new Queued(
              queue.task(i),
              i < queue.firstPending(),
              queue.chanceOfSuccess(i),
              queue.completionTime(i)));
    }
    return tasks;
  }

  /** Whether a task left the queue. */
  boolean isDrop() {
    return after.size() < before.size();
  }

  /** What the tasks that stay in the queue gain in chances of success, all together. */
  double gain() {
    List<Integer> staying = after.stream().map(queued -> queued.task().id()).toList();
    return sum(after)
        - sum(before.stream().filter(queued -> staying.contains(queued.task().id())).toList());
  }

  private static double sum(List<Queued> queue) {
    return queue.stream().mapToDouble(Queued::chance).sum();
  }
}
