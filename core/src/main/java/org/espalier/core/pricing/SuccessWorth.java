package org.espalier.core.pricing;

import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.Task;

/**
 * What it is worth that a task is on time. It is its {@linkplain Task#worth own worth}, and where
 * types are to fare alike that times 1 plus weight x {@link Sufferage sufferage}. That is what one
 * more task on time adds to the number of tasks on time, less half the weight times the sum over
 * all tasks of the squared difference between the share of their type on time and that of all.
 *
 * <p>It multiplies the chance of success: were it added whatever the chance, tasks of a type that
 * suffers would be started that cannot be on time.
 *
 * @param weight 0 for 1, whatever happens
 * @param sufferage by how much types suffer
 */
record SuccessWorth(double weight, Sufferage sufferage) {
  /** The least worth, so that no machine is idle because all that wait fare better than others. */
  private static final double LEAST = 0.01;

  /** Takes the tasks that left since the last event, by whatever fate. */
  void observe(MappingEvent event, ArrivalRates rates) {
    if (weight > 0) {
      sufferage.observe(event, rates);
    }
  }

  /** Takes the tasks that machines have. */
  void expect(MappingSession session) {
    if (weight > 0) {
      sufferage.expect(session);
    }
  }

  /** What success is worth to a task type whose tasks are worth 1; positive. */
  double of(int taskType) {
    return weight == 0 ? 1 : Math.max(LEAST, 1 + weight * sufferage.of(taskType));
  }

  /**
   * What a task gains that is worth something over time. Its utility counts as success does, and
   * what its type is owed counts where it is on time.
   *
   * @param utility what it earns, as the version it is
   * @param success the share of its worth as that version, times the chance that it is on time
   */
  double over(Task task, MappingSession session, double utility, double success) {
    double owed = success * session.event().moreWorth(task.type());
    return of(task.type()) * (session.rules().must(task) * utility + owed);
  }

  /** What success is worth to a task; positive. */
  double of(Task task, MappingSession session) {
    return session.event().worth(task) * of(task.asked().type());
  }
}
