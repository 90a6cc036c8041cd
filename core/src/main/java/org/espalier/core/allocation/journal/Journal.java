package org.espalier.core.allocation.journal;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;

/** Hears what happens, in order; a simulation and the live service keep the same journal. */
public interface Journal {
  /** Keeps nothing. */
  Journal NONE = entry -> {};

  /** Hears one entry. */
  void record(Entry entry);

  /** Whether decisions to defer are wanted too; there are many. */
  default boolean wantsDeferrals() {
    return false;
  }

  /** One thing that happened. */
  sealed interface Entry {
    /** When, in ticks. */
    long time();
  }

  /** What happened to a task. */
  interface OfTask {
    /** The task. */
    Task task();
  }

  /** What happened to a machine or its queue. */
  interface OfMachine {
    /** Index of the machine; {@link Departure#machine} of what never reached one. */
    int machine();
  }

  /**
   * A resource manager began to work, with a policy in its first state. A simulation says nothing
   * of this; a live service does at every start, and a replay begins here.
   *
   * @param policy name of the policy
   * @param settings the policy's settings, as the reader of policies takes them; may be empty
   * @param waiting the batch queue it began with, in order
   * @param running the tasks that were running then
   * @param spent what had been spent of the energy budget of the period; empty if there is none
   * @param held tasks that come back to the batch queue later
   */
  record Began(
      long time,
      HcSystem system,
      AllocationRules rules,
      String policy,
      String settings,
      List<Task> waiting,
      List<Running> running,
      Optional<SpentEnergy> spent,
      List<Held> held)
      implements Entry {
    public Began {
      waiting = List.copyOf(waiting);
      running = List.copyOf(running);
      held = List.copyOf(held);
    }
  }

  /**
   * A task that is held back before it may execute again.
   *
   * @param until when it comes back to the batch queue
   */
  record Held(Task task, long until) {}

  /**
   * A task on the machine that executes it.
   *
   * @param placement the machine, and the P-state it executes in
   * @param start when it started
   */
  record Running(Placement placement, Task task, long start) {
    /** Index of the machine. */
    public int machine() {
      return placement.machine();
    }
  }

  /** A task arrived in the batch queue. */
  record Arrived(long time, Task task) implements Entry, OfTask {}

  /**
   * A task was handed over ahead: it is the next of a busy machine, and begins when what runs there
   * is over. If it is in the batch queue, it was handed over before its resource manager began.
   */
  record HandedOver(long time, Placement placement, Task task) implements Entry, OfTask {}

  /** A task began to execute. */
  record Started(long time, Placement placement, Task task) implements Entry, OfTask, OfMachine {
    @Override
    public int machine() {
      return placement.machine();
    }
  }

  /**
   * The running task of a machine was heard to have begun at another time than it was started. It
   * has waited in a queue of what started it, or was handed over ahead.
   *
   * @param start when it began to execute
   */
  record Executing(long time, int machine, Task task, long start)
      implements Entry, OfTask, OfMachine {}

  /**
   * A machine was heard to have finished its running task.
   *
   * @param end when it had, which may be before it was heard
   */
  record Finished(long time, int machine, Task task, long end)
      implements Entry, OfTask, OfMachine {}

  /**
   * The running task of a machine was heard to have failed.
   *
   * @param end when it had, which may be before it was heard
   */
  record Failed(long time, int machine, Task task, long end) implements Entry, OfTask, OfMachine {}

  /** A user took a task back. */
  record Cancelled(long time, Task task) implements Entry, OfTask {}

  /** Nobody is to wait for a task any more that has not started and cannot be on time. */
  record Refused(long time, Task task) implements Entry, OfTask {}

  /**
   * A running task was heard to be lost, or to have failed; it may run again.
   *
   * @param until when it comes back to the batch queue: at once, or when a delay is over
   */
  record Lost(long time, int machine, Task task, long until) implements Entry, OfTask, OfMachine {}

  /** A task that was held back is in the batch queue again. */
  record Released(long time, Task task) implements Entry, OfTask {}

  /** What is stopped on a machine takes such times from now on until it is gone. */
  record StopTimed(long time, int machine, StopTimes times) implements Entry {}

  /**
   * A task that had left before a resource manager began is still being stopped on an idle machine.
   *
   * @param since when it was told to stop
   */
  record Clearing(long time, int machine, long since) implements Entry, OfMachine {}

  /** What was stopped on a machine was heard to be gone. */
  record Cleared(long time, int machine) implements Entry, OfMachine {}

  /**
   * The running task of a machine was told to stop. It leaves when its machine, as another
   * computer, has told how it ended.
   *
   * @param fate with which it leaves, unless it has ended by itself before
   */
  record Stopping(long time, int machine, Task task, Fate fate)
      implements Entry, OfTask, OfMachine {}

  /**
   * The task of a machine was heard to have been stopped.
   *
   * @param end when it was, which may be before it was heard
   */
  record Stopped(long time, int machine, Task task, long end) implements Entry, OfTask, OfMachine {}

  /** A machine takes tasks from now on, or takes no more. */
  record MachineChanged(long time, int machine, boolean available) implements Entry, OfMachine {}

  /**
   * The execution time of a task type on a machine type in a P-state is believed to be another from
   * now on.
   */
  record Learned(long time, int taskType, int machineType, int pState, Pmf executionTime)
      implements Entry {}

  /** Another policy decides from now on, in its first state. */
  record PolicyChanged(long time, String policy, String settings) implements Entry {}

  /** A machine gives back a task that was handed over ahead, and has not begun it. */
  record TakenBack(long time, int machine, Task task) implements Entry, OfTask, OfMachine {}

  /**
   * A task that was mapped to a machine is in the batch queue again. Its execution was lost, the
   * machine takes no more tasks or gave it back, or when a mapping event began it waited in a
   * virtual queue, or ahead of a task that must be completed.
   */
  record Returned(long time, int machine, Task task) implements Entry, OfTask, OfMachine {}

  /**
   * A mapping event was held.
   *
   * @param unmapped tasks in the batch queue after reactive drops
   * @param misses deadline misses since the last one
   */
  record EventHeld(long time, int unmapped, int misses) implements Entry {}

  /**
   * The decisions of the mapping event that was just held take time: its assignments take effect at
   * its end.
   *
   * @param ticks how long it goes on
   */
  record Charged(long time, long ticks) implements Entry {}

  /** A mapping event that took time is over; what it assigned takes effect. */
  record EventEnded(long time) implements Entry {}

  /** A decision was taken; it takes effect at once. */
  record Decided(long time, Decision decision) implements Entry, OfTask {
    @Override
    public Task task() {
      return decision.task();
    }
  }

  /**
   * A task left of which the resource manager knows nothing. The system has no place for it, since
   * a live service was started with another configuration.
   *
   * @param id the task's number
   */
  record LeftUnmanaged(long time, int id, Fate fate) implements Entry {}

  /**
   * A task left the system.
   *
   * @param time when that was heard or decided; its departure says when it was
   */
  record Left(long time, Departure departure) implements Entry, OfTask, OfMachine {
    /** One that was heard at once. */
    public Left(Departure departure) {
      this(departure.time(), departure);
    }

    @Override
    public Task task() {
      return departure.task();
    }

    @Override
    public int machine() {
      return departure.machine();
    }
  }
}
