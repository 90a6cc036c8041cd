package org.espalier.core.allocation;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;

/**
 * What happens to a resource manager in a live system only. Executions begin later than they were
 * started, tasks are lost and may be held back before they run again, what is stopped still
 * occupies its machine for a while, and machines may be away.
 */
public final class LiveChanges {
  private final MachineQueues queues;
  private final HeldTasks held;
  private final Removals removals;
  private final EventCauses causes;
  private final Journal journal;

  LiveChanges(
      MachineQueues queues,
      HeldTasks held,
      Removals removals,
      EventCauses causes,
      Journal journal) {
    this.queues = queues;
    this.held = held;
    this.removals = removals;
    this.causes = causes;
    this.journal = journal;
  }

  /**
   * The execution of the running task of a machine counts from {@code start} on. It only waited
   * there at first; or it was handed over ahead, and began before the end was heard of what ran
   * there.
   *
   * @throws IllegalArgumentException if that is before the task arrived, or still to come
   */
  public void executionBegan(long now, int machine, long start) {
    MachineQueue queue = queues.busy(machine);
    if (start < queue.task(0).arrival() || start > now) {
      throw new IllegalArgumentException(
          "task %s began to execute at %s; expected %s to %s"
              .formatted(queue.task(0).id(), start, queue.task(0).arrival(), now));
    }
    journal.record(new Journal.Executing(now, machine, queue.task(0), start));
    queues.set(machine, queue.executingSince(start));
  }

  /**
   * The next task of a busy machine is handed over ahead, and begins when what runs there is over.
   * Until then it may be taken back. One of the batch queue was handed over before this manager
   * began.
   *
   * @throws IllegalArgumentException if another is the next of its machine
   */
  public void handedOver(long now, Placement placement, Task task) {
    journal.record(new Journal.HandedOver(now, placement, task));
    removals.handOver(placement.machine(), task, placement.pState());
  }

  /**
   * What was handed over ahead to a machine has been taken back, and never begins. It goes back to
   * the batch queue, where it is decided on anew.
   *
   * @return whether that task was handed over ahead there
   */
  public boolean takenBack(long now, int machine, Task task) {
    return removals.takenBack(machine, task, now);
  }

  /**
   * The running task of a machine is lost, or has failed, and may run again, at once or after a
   * while. Until then it is in no queue; a hard deadline that passes meanwhile drops it.
   *
   * @param until when it comes back to the batch queue
   */
  public void taskLost(long now, int machine, long until) {
    MachineQueue queue = queues.busy(machine);
    Task task = queue.task(0);
    journal.record(new Journal.Lost(now, machine, task, until));
    if (until <= now) {
      removals.giveBack(machine, 0, now);
    } else {
      queues.set(machine, queue.without(0, now));
      held.add(task.asked(), until);
      causes.stirred();
    }
    removals.beginAhead(machine, now, now);
  }

  /**
   * Somebody waits for a task. If it has not started and cannot be on time, as far as is believed,
   * it leaves at once. What is mapped stays where it is; a machine that takes no tasks may come
   * back, so there is hope while one could run it.
   *
   * @return whether it left
   */
  public boolean refuseHopeless(long now, int taskId) {
    return removals.refuseHopeless(taskId, now);
  }

  /**
   * What is stopped on a machine takes such times from now on until it is gone. Until {@link
   * #machineCleared} tells that it is, its machine is given no task, and is expected to be free by
   * these times.
   */
  public void stopTimes(long now, int machine, StopTimes times) {
    journal.record(new Journal.StopTimed(now, machine, times));
    queues.set(machine, queues.get(machine).stoppingIn(times));
  }

  /**
   * A task that has left is still being stopped on an idle machine, as an earlier manager left it.
   *
   * @param since when it was told to stop
   */
  public void machineClearing(long now, int machine, long since) {
    journal.record(new Journal.Clearing(now, machine, since));
    queues.set(machine, queues.get(machine).clearingSince(since, null));
  }

  /** What was stopped on a machine is gone. */
  public void machineCleared(long now, int machine) {
    journal.record(new Journal.Cleared(now, machine));
    queues.set(machine, queues.get(machine).cleared(now));
    removals.cleared(machine, now);
    causes.completed();
  }

  /**
   * The running task of a machine was told to stop, as an earlier manager left it. It leaves when
   * its machine has told how it ended: as it ended by itself before, or else with a fate.
   */
  public void stopping(long now, int machine, Fate fate) {
    removals.stop(queues.busy(machine), fate, now);
  }

  /**
   * The task of a machine is over, as it was stopped. It leaves with the fate for which it was told
   * to stop; one that was not told was stopped at its deadline by its machine.
   *
   * @param end when it was stopped, not before its start
   */
  public void taskStopped(long now, int machine, long end) {
    removals.ended(now, machine, new ExecutionEnd(end, ExecutionEnd.How.STOPPED));
  }

  /**
   * With which fate the task that is being stopped on a machine leaves, if it does not end by
   * itself.
   */
  public Optional<Fate> stopping(int machine) {
    return removals.stopping(machine);
  }

  /** The machines whose running tasks are evicted when a time is settled, in their order. */
  public int[] overdue(long now) {
    return IntStream.iterate(
            queues.nextOverdue(0, now), m -> m >= 0, m -> queues.nextOverdue(m + 1, now))
        .toArray();
  }

  /** The tasks that are held back before they may execute again. */
  public List<Journal.Held> held() {
    return held.all();
  }
}
