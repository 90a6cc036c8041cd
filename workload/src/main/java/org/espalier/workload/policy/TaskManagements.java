package org.espalier.workload.policy;

import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.rules.TaskManagement.PendingSlot;
import org.espalier.core.allocation.rules.TaskManagement.Polled;
import org.espalier.core.allocation.rules.TaskManagement.UnboundedQueues;

/** Task management as text: the length of machine queues, or a word. */
final class TaskManagements {
  private static final String UNBOUNDED = "unbounded";
  private static final String PENDING_SLOT = "pending-slot";
  private static final String POLLED = "polled";

  private TaskManagements() {}

  static TaskManagement parse(OptionText text) {
    return switch (text.word()) {
      case UNBOUNDED -> new UnboundedQueues();
      case PENDING_SLOT -> new PendingSlot();
      case POLLED -> new Polled();
      default -> new BoundedQueues(text.integer(1, Integer.MAX_VALUE));
    };
  }

  static String text(TaskManagement management) {
    return switch (management) {
      case BoundedQueues queues -> Integer.toString(queues.capacity());
      case UnboundedQueues queues -> UNBOUNDED;
      case PendingSlot slot -> PENDING_SLOT;
      case Polled polled -> POLLED;
    };
  }
}
