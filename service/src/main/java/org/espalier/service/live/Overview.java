package org.espalier.service.live;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.energy.EnergyStanding;

/**
 * The service at one moment; made anew at most a few times a second.
 *
 * @param time when, in ticks
 * @param sequence last entry of the journal that it holds
 * @param policy name of the policy
 * @param machines one for each machine, in the system's order; where there are more than {@link
 *     #ALL_SHOWN} a few that are most worth a look, with chances of {@link #FEW_TASKS} tasks
 * @param unmapped tasks in the batch queue
 * @param batch the first tasks of the batch queue, at most {@link #SHOWN}, or {@link #FEWER_SHOWN}
 *     where not all machines are shown
 * @param fates tasks that left since the service was first started, by fate
 * @param recent the same for the last {@link #RECENT} tasks that left
 * @param oversubscription the highest oversubscription level since the overview before, and the
 *     toggle, where the policy measures it
 * @param events how long mapping events took since the process started
 * @param energyJoules energy used while the service ran since it was first started, where the
 *     system file gives power
 * @param energyBudget how the energy budget of the present period stands, where there is one
 * @param faults what does not work: a policy in whose place the fallback decides, types that are
 *     refused
 * @param notices these, and what an operator has to decide: of tasks that the configuration has no
 *     place for, and of those that are held
 * @param types how tasks of each type left of late
 * @param users what users have of their quotas
 * @param worth what tasks were worth that left, by priority, task type and user
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
    EventTimes events,
    OptionalDouble energyJoules,
    Optional<EnergyStanding> energyBudget,
    List<String> faults,
    List<String> notices,
    List<TypeFigures> types,
    List<UserFigures> users,
    List<WorthOf> worth) {
  /** How many tasks of the batch queue are shown. */
  public static final int SHOWN = 200;

  /** How many where there are more than {@link #ALL_SHOWN} machines. */
  public static final int FEWER_SHOWN = 40;

  /** Of how many tasks of a queue the chances are known where not all machines are shown. */
  public static final int FEW_TASKS = 6;

  /** Up to how many machines are shown one by one. */
  public static final int ALL_SHOWN = 40;

  /** Over how many tasks that left the recent figures are taken. */
  public static final int RECENT = 500;

  /**
   * How long mapping events took.
   *
   * @param count how many there were
   * @param mostSeconds what 99 of 100 took at most
   */
  public record EventTimes(long count, double meanSeconds, double mostSeconds) {}

  /**
   * A machine.
   *
   * @param available whether it takes tasks
   * @param condition in words: "ready", "stopping a task", "draining", "drained", "failed: ...",
   *     "away since ..."
   * @param busy whether it executes a task
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

    /** What it does. */
    public Activity activity() {
      if (!available) {
        return condition.startsWith("failed")
            ? Activity.FAILED
            : condition.startsWith("away") ? Activity.AWAY : Activity.DRAINED;
      }
      if (capacity != UNBOUNDED && queue.size() >= capacity) {
        return Activity.FULL;
      }
      return queue.isEmpty() ? Activity.IDLE : Activity.RUNNING;
    }

    /**
     * How many of its tasks are expected to end after their deadlines, if each takes its expected
     * execution time and none is dropped.
     *
     * @param now the present time in ticks
     */
    public int expectedLate(long now) {
      int late = 0;
      double ready = now;
      for (QueuedTask task : queue) {
        boolean runs = task.start() != Run.NOT_STARTED;
        ready = runs ? Math.max(now, task.start() + task.mean()) : ready + task.mean();
        late += ready > task.deadline() ? 1 : 0;
      }
      return late;
    }
  }

  /** What a machine does; those that need a look most come first. */
  public enum Activity {
    /** It could not begin a command, and is tried again later. */
    FAILED,
    /** It is out of reach; what becomes of its task is not known. */
    AWAY,
    /** It takes no more tasks because a user said so; it may still finish what runs. */
    DRAINED,
    /** Its queue has no room. */
    FULL,
    /** It has tasks, and its queue has room. */
    RUNNING,
    /** It has no task. */
    IDLE
  }

  /**
   * A task that waits or runs.
   *
   * @param start when it started, in ticks, or {@link Run#NOT_STARTED}
   * @param mean expected execution time where it is, in ticks; NaN in the batch queue
   * @param chance chance of success; for a task of the batch queue the best over all machines, or
   *     over those of each type that are expected to be ready first where there are more than
   *     {@link #ALL_SHOWN}; NaN where it was not asked for
   */
  public record QueuedTask(
      long id, String type, long arrival, long deadline, long start, double mean, double chance) {
    public QueuedTask {
      chance = Math.min(1, chance); // sums are rounded
    }
  }
}
