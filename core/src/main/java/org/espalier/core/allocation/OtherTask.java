package org.espalier.core.allocation;

import java.util.Set;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskTrait;
import org.espalier.core.model.UtilityFunction;

/**
 * Another task than a given one, to see what does not depend on the traits in which they differ.
 */
final class OtherTask {
  private OtherTask() {}

  /**
   * One that agrees in some traits. It arrived earlier and has the earliest deadline there is.
   *
   * @param taskTypes number of task types
   */
  static Task of(Task task, Set<TaskTrait> same, int taskTypes) {
    int type = same.contains(TaskTrait.TYPE) ? task.type() : (task.type() + 1) % taskTypes;
    long arrival = same.contains(TaskTrait.ARRIVAL) ? task.arrival() : task.arrival() / 2;
    long deadline = same.contains(TaskTrait.DEADLINE) ? task.deadline() : arrival;
    UtilityFunction utility = same.contains(TaskTrait.UTILITY) ? task.utility() : new Worthless();
    return new Task(task.id(), type, arrival, deadline, utility);
  }

  /** The utility of the other one. */
  private record Worthless() implements UtilityFunction {
    @Override
    public double of(Task task, long completion) {
      return 0;
    }
  }
}
