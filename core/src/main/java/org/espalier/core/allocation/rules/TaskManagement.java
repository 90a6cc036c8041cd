package org.espalier.core.allocation.rules;

import org.espalier.core.model.Arguments;

/** Where a task waits that has been mapped, and whether it may be mapped anew. */
public sealed interface TaskManagement {
  /** Tasks that a machine holds at most, counting the running one. */
  default int capacity() {
    return Integer.MAX_VALUE;
  }

  /** Whether there is a limit to what a machine holds. */
  default boolean isBounded() {
    return capacity() != Integer.MAX_VALUE;
  }

  /**
   * Machine queues of fixed length, first come first served (THESIS, JOURNAL, DROPPING). A mapped
   * task stays where it is, and what is not mapped waits in the batch queue. Beyond the sources, it
   * goes back there when one comes that must be completed.
   *
   * @param capacity tasks that a queue holds, counting the running one, at least 1
   */
  record BoundedQueues(int capacity) implements TaskManagement {
    public BoundedQueues {
      Arguments.refuse(capacity < 1, "queue capacity is %s; expected at least 1", capacity);
    }
  }

  /** Machine queues of any length: immediate mode, where each task is mapped as it arrives. */
  record UnboundedQueues() implements TaskManagement {}

  /**
   * The running task of a machine and one pending task are fixed. Behind them is a virtual queue of
   * any length, whose tasks go back to the batch queue when a mapping event begins, and are mapped
   * anew (DISSERTATION 2 to 4). A machine that is free starts its pending task at once, before an
   * event at the same instant, and the head of its virtual queue then takes the pending slot.
   */
  record PendingSlot() implements TaskManagement {
    /** Pending tasks that are fixed. */
    public static final int FIXED = 1;
  }

  /** No queues: a machine takes a task only while it is idle (DISSERTATION 4). */
  record Polled() implements TaskManagement {
    @Override
    public int capacity() {
      return 1;
    }
  }
}
