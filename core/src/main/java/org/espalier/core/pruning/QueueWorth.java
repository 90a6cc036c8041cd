package org.espalier.core.pruning;

import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.model.Task;

/**
 * What chances of pending tasks count to dropping without thresholds: each by its task's worth.
 * That is as a share of the most that one of the queue is worth, so that large and small worths are
 * rounded alike. Where all are worth the same, each chance counts as it is.
 *
 * @param most what the pending task of the most worth is worth
 */
record QueueWorth(MappingEvent event, double most) {
  static QueueWorth of(MappingEvent event, MachineQueue queue) {
    double most = 0;
    for (int i = queue.firstPending(); i < queue.size(); i++) {
      most = Math.max(most, event.worth(queue.task(i)));
    }
    return new QueueWorth(event, most);
  }

  /** The share of a task of the queue, at most 1. */
  double share(Task task) {
    return event.worth(task) / most;
  }
}
