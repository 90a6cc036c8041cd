package org.espalier.core.allocation.journal;

import java.util.Optional;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;

/** What executes tasks: virtual machines of a simulation, processes, or a cluster. */
public interface ExecutionBackend {
  /**
   * Starts a task on an idle machine, in the P-state that the placement says; what was handed over
   * ahead has begun by itself.
   */
  void start(long now, Placement placement, Task task);

  /**
   * How the running task of a machine has ended, if it has and that was not told yet. It is asked
   * before the task is evicted, since what has ended by itself is not evicted.
   */
  default Optional<ExecutionEnd> ended(long now, Machine machine, Task task) {
    return Optional.empty();
  }

  /**
   * Takes back a task that was handed over ahead, and begins when what runs on its machine is over.
   *
   * @return whether it has not begun, and never will; if not, the end of what ran before it is told
   *     in a moment, or that it was taken back where that is known later
   */
  default boolean takeBack(long now, Machine machine, Task task) {
    return true;
  }

  /** Stops the running task of a machine, which is idle at once. */
  void evict(long now, Machine machine, Task task);
}
