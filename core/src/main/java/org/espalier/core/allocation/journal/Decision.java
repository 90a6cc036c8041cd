package org.espalier.core.allocation.journal;

import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;

/** What a policy decides about one task, with the number it was based on. */
public sealed interface Decision {
  /** The task it is about. */
  Task task();

  /** Index of the machine it names; -1 if it names none. */
  int machine();

  /** The number it was based on. */
  Basis basis();

  /**
   * Puts a task of the batch queue at the end of a machine queue.
   *
   * @param placement the machine, and the P-state in which it is to execute the task
   */
  record Assign(Task task, Placement placement, Basis basis) implements Decision {
    @Override
    public int machine() {
      return placement.machine();
    }
  }

  /**
   * Leaves a task in the batch queue although a machine has room. Tasks that no decision names stay
   * there too; a policy says so only where it is asked to explain.
   *
   * @param placement the placement that was considered for it
   * @param filter the reason that the filter gives which refused the pair
   */
  record Defer(Task task, Placement placement, String filter, Basis basis) implements Decision {
    @Override
    public int machine() {
      return placement.machine();
    }
  }

  /** Removes a task of the batch queue from the system; it is never mapped. */
  record Discard(Task task, DropReason reason, Basis basis) implements Decision {
    @Override
    public int machine() {
      return -1;
    }
  }

  /**
   * Removes a pending task from a machine queue.
   *
   * @param machine index of the machine in whose queue it waits
   */
  record Drop(Task task, int machine, DropReason reason, Basis basis) implements Decision {}

  /**
   * Stops a running task; the machine is free at once.
   *
   * @param machine index of the machine it runs on
   */
  record Evict(Task task, int machine, DropReason reason, Basis basis) implements Decision {}
}
