package org.espalier.service.live;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.core.allocation.Fate;
import org.espalier.core.allocation.Oversubscription;

/**
 * The service at one moment; made anew at most a few times a second.
 *
 * @param time when, in ticks
 * @param sequence last entry of the journal that it holds
 * @param policy name of the policy
 * @param machines one for each machine, in the system's order
 * @param unmapped tasks in the batch queue
 * @param batch the first tasks of the batch queue, at most {@link #SHOWN}
 * @param fates tasks that left since the service was first started, by fate
 * @param recent the same for the last {@link #RECENT} tasks that left
 * @param oversubscription the highest oversubscription level since the overview before, and the
 *     toggle, where the policy measures it
 * @param energyJoules energy used while the service ran since it was first started, where the
 *     system file gives power
 */
public record Overview(
    long time,
    long sequence,
    String policy,
    List<MachineState> machines,
    int unmapped,
    List<QueuedTask> batch,
    Map<Fate, Long> fates,
    Map<Fate, Long> recent,
    Optional<Oversubscription> oversubscription,
    OptionalDouble energyJoules) {
  /** How many tasks of the batch queue are shown. */
  public static final int SHOWN = 200;

  /** Over how many tasks that left the recent figures are taken. */
  public static final int RECENT = 500;

  public Overview {
    machines = List.copyOf(machines);
    batch = List.copyOf(batch);
    fates = Map.copyOf(fates);
    recent = Map.copyOf(recent);
  }

  /**
   * A machine.
   *
   * @param available whether it takes tasks
   * @param condition in words: "ready", "draining", "drained", "failed: ..."
   * @param queue its tasks, the running one first
   * @param capacity tasks its queue holds, counting the running one; 0 for unbounded
   */
  public record MachineState(
      String name,
      String type,
      boolean available,
      String condition,
      boolean busy,
      List<QueuedTask> queue,
      int capacity) {
    /** The capacity of a queue without a limit. */
    public static final int UNBOUNDED = 0;

    public MachineState {
      queue = List.copyOf(queue);
    }
  }

  /**
   * A task that waits or runs.
   *
   * @param start when it started, in ticks, or {@link Run#NOT_STARTED}
   * @param chance chance of success, the best over all machines for a task of the batch queue
   */
  public record QueuedTask(
      int id, String type, long arrival, long deadline, long start, double chance) {}
}
