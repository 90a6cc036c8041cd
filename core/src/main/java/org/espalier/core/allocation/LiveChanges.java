package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;

/**
 * What happens to a resource manager in a live system only. Executions begin later than they were
 * started, tasks are lost and may be held back before they run again, what is stopped still
 * occupies its machine for a while, and machines may be away.
 *
 * <p>In any system it takes tasks out of the queues. Those that end, are evicted, dropped or taken
 * back, or miss their deadlines leave the system; others go back to the batch queue.
 */
public final class LiveChanges {
  private final AllocationRules rules;
  private final BatchQueue batch;
  private final HeldTasks held;
  private final MachineQueues queues;
  private final EventCauses causes;
  private final ExecutionBackend backend;
  private final Journal journal;
  private List<Departure> departures = new ArrayList<>();

  /** What was told to stop and leaves when its machine has told how it ended, by machine. */
  private final Map<Integer, Departure> stopping = new HashMap<>();

  /** When what has left so had ended, until its machine is known to be clear. */
  private final Map<Integer, Long> stopped = new HashMap<>();

  LiveChanges(
      AllocationRules rules,
      BatchQueue batch,
      HeldTasks held,
      MachineQueues queues,
      EventCauses causes,
      ExecutionBackend backend,
      Journal journal) {
    this.rules = rules;
    this.batch = batch;
    this.held = held;
    this.queues = queues;
    this.causes = causes;
    this.backend = backend;
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
    int machine = placement.machine();
    if (batch.find(task.id()).isPresent()) {
      Task unused = batch.take(task.id());
      queues.set(machine, queues.get(machine).with(task, placement.pState()));
      batch.forgetLeft();
    }
    MachineQueue queue = queues.busy(machine);
    if (queue.positionOf(task.id()) != queue.firstPending()) {
      throw new IllegalArgumentException(
          "task %s is not what machine %s runs next".formatted(task.id(), queue.machine().name()));
    }
    queues.setAhead(machine, true);
  }

  /**
   * What was handed over ahead to a machine has been taken back, and never begins. It goes back to
   * the batch queue, where it is decided on anew.
   *
   * @return whether that task was handed over ahead there
   */
  public boolean takenBack(long now, int machine, Task task) {
    MachineQueue queue = queues.get(machine);
    int next = queue.firstPending();
    boolean is = queues.isAhead(machine) && queue.task(next).id() == task.id();
    if (is) {
      journal.record(new Journal.TakenBack(now, machine, queue.task(next)));
      queues.setAhead(machine, false);
      giveBack(machine, next, now);
    }
    return is;
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
      giveBack(machine, 0, now);
    } else {
      queues.set(machine, queue.without(0, now));
      held.add(task.asked(), until);
      causes.stirred();
    }
    beginAhead(machine, now, now);
  }

  /**
   * Somebody waits for a task. If it has not started and cannot be on time, as far as is believed,
   * it leaves at once. What is mapped stays where it is; a machine that takes no tasks may come
   * back, so there is hope while one could run it.
   *
   * @return whether it left
   */
  public boolean refuseHopeless(long now, int taskId) {
    Function<Task, Journal.Entry> why = task -> new Journal.Refused(now, task);
    return isHopeless(taskId, now)
        && takeOut(taskId, why, Fate.DISCARDED, Fate.DROPPED_PENDING, now);
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
    Long end = stopped.remove(machine);
    beginAhead(machine, now, end == null ? now : end);
    causes.completed();
  }

  /**
   * The running task of a machine was told to stop, as an earlier manager left it. It leaves when
   * its machine has told how it ended: as it ended by itself before, or else with a fate.
   */
  public void stopping(long now, int machine, Fate fate) {
    stop(queues.busy(machine), fate, now);
  }

  /**
   * The task of a machine is over, as it was stopped. It leaves with the fate for which it was told
   * to stop; one that was not told was stopped at its deadline by its machine.
   *
   * @param end when it was stopped, not before its start
   */
  public void taskStopped(long now, int machine, long end) {
    ended(now, machine, new ExecutionEnd(end, ExecutionEnd.How.STOPPED));
  }

  /**
   * With which fate the task that is being stopped on a machine leaves, if it does not end by
   * itself.
   */
  public Optional<Fate> stopping(int machine) {
    return Optional.ofNullable(stopping.get(machine)).map(Departure::fate);
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

  /** What has left since this was last asked. */
  List<Departure> takeDepartures() {
    List<Departure> taken = departures;
    departures = new ArrayList<>();
    return taken;
  }

  /**
   * The running task of a machine is over, or the one that is being stopped on it.
   *
   * @throws IllegalArgumentException if that is before the task was started
   */
  void ended(long now, int machine, ExecutionEnd end) {
    Departure told = stopping.remove(machine);
    Departure meant =
        told == null ? departure(queues.busy(machine), Fate.EVICTED, end.time()) : told;
    Task task = meant.task();
    if (end.time() < meant.start()) {
      throw new IllegalArgumentException(
          "task %s was over at %s, before its start at %s"
              .formatted(task.id(), end.time(), meant.start()));
    }
    Fate fate =
        switch (end.how()) {
          case FINISHED -> end.time() <= task.deadline() ? Fate.ON_TIME : Fate.LATE;
          case FAILED -> Fate.FAILED;
          case STOPPED, OPEN -> meant.fate();
        };
    journal.record(
        switch (end.how()) {
          case FINISHED -> new Journal.Finished(now, machine, task, end.time());
          case FAILED -> new Journal.Failed(now, machine, task, end.time());
          case STOPPED, OPEN -> new Journal.Stopped(now, machine, task, end.time());
        });
    leave(now, new Departure(task, fate, meant.placement(), meant.start(), end.time()));
    if (told == null) {
      queues.set(machine, queues.get(machine).without(0, now));
    } else {
      stopped.put(machine, end.time());
    }
    beginAhead(machine, now, end.time());
    causes.completed();
  }

  /**
   * The next task of a machine begins if it was handed over ahead, and nothing runs there any more.
   *
   * @param since when nothing did
   */
  private void beginAhead(int machine, long now, long since) {
    MachineQueue queue = queues.get(machine);
    if (!queues.isAhead(machine) || queue.isBusy() || queue.isClearing()) {
      return;
    }
    queues.setAhead(machine, false);
    queues.set(machine, queue.started(now));
    journal.record(new Journal.Started(now, queue.placement(0), queue.task(0)));
    if (since < now) {
      journal.record(new Journal.Executing(now, machine, queue.task(0), since));
      queues.set(machine, queues.get(machine).executingSince(since));
    }
    backend.start(now, queue.placement(0), queue.task(0));
  }

  /**
   * Whether a pending task may leave its machine: one that was handed over ahead may have begun.
   * What the back end does not give back now it gives back at no later look at this instant.
   */
  boolean isFree(int machine, int position, long now) {
    MachineQueue queue = queues.get(machine);
    if (!queues.isAhead(machine) || position != queue.firstPending()) {
      return true;
    }
    boolean free =
        !queues.isKept(machine, now)
            && backend.takeBack(now, queue.machine(), queue.task(position));
    if (free) {
      queues.setAhead(machine, false);
    } else {
      queues.keepAhead(machine, now);
    }
    return free;
  }

  private static Departure departure(MachineQueue queue, Fate fate, long end) {
    return new Departure(queue.task(0), fate, queue.placement(0), queue.start(), end);
  }

  /** The running task of a machine is told to stop, and leaves when that is heard. */
  private void stop(MachineQueue queue, Fate fate, long now) {
    int machine = queue.index();
    journal.record(new Journal.Stopping(now, machine, queue.task(0), fate));
    stopping.put(machine, departure(queue, fate, now));
    queues.set(machine, queue.stopping(now));
    if (fate == Fate.EVICTED) {
      causes.completed();
    }
  }

  /** Stops the running task of a machine, which leaves; one that has ended leaves as it ended. */
  void evict(int machine, Fate fate, long now) {
    MachineQueue queue = queues.get(machine);
    ExecutionEnd end =
        backend
            .ended(now, queue.machine(), queue.task(0))
            .orElse(new ExecutionEnd(now, ExecutionEnd.How.STOPPED));
    switch (end.how()) {
      case FINISHED, FAILED -> ended(now, machine, end);
      case OPEN -> {
        backend.evict(now, queue.machine(), queue.task(0));
        stop(queue, fate, now);
      }
      case STOPPED -> {
        backend.evict(now, queue.machine(), queue.task(0));
        leave(now, departure(queue, fate, now));
        queues.set(machine, queue.dropped(0, now));
        beginAhead(machine, now, now);
        if (fate == Fate.EVICTED) {
          causes.completed();
        }
      }
    }
  }

  /**
   * Evicts what runs past its deadline, where that is minded, and takes back what is to run then.
   */
  void evictOverdue(long now) {
    for (int m = queues.nextWithOverduePending(0, now); m >= 0; ) {
      if (queues.isAhead(m)) {
        expire(m, queues.get(m).firstPending(), now);
      }
      m = queues.nextWithOverduePending(m + 1, now);
    }
    for (int m = queues.nextOverdue(0, now); m >= 0; m = queues.nextOverdue(m + 1, now)) {
      while (runsOverdue(queues.get(m), now)) {
        evict(m, Fate.EVICTED, now); // what was handed over ahead may begin, and be overdue too
      }
    }
  }

  private boolean runsOverdue(MachineQueue queue, long now) {
    return rules.evicts() && queue.isBusy() && now >= queue.task(0).deadline();
  }

  /** A pending task leaves. */
  void drop(int machine, int position, Fate fate, long now) {
    MachineQueue queue = queues.get(machine);
    Placement placement = queue.placement(position);
    leave(now, new Departure(queue.task(position), fate, placement, Departure.NOT_STARTED, now));
    queues.set(machine, queue.without(position, now));
  }

  /** A task that is in no machine queue leaves. */
  void leaveUnmapped(Task task, Fate fate, long now) {
    leave(now, new Departure(task, fate, Placement.NOWHERE, Departure.NOT_STARTED, now));
  }

  private void leave(long now, Departure departure) {
    departures.add(departure);
    journal.record(new Journal.Left(now, departure));
  }

  /** What waits for a machine past its deadline leaves, where that is hard; whether any did. */
  boolean expireBatch(long now) {
    List<Candidate> overdue = rules.isHard() ? batch.overdue(now) : List.of();
    for (Candidate candidate : overdue) {
      batch.leave(candidate);
      leaveUnmapped(candidate.task(), Fate.EXPIRED_IN_BATCH, now);
    }
    batch.forgetLeft();
    return !overdue.isEmpty();
  }

  /** What is pending past its deadline leaves, where that is minded. */
  void expireQueues(long now) {
    for (int machine = queues.nextWithOverduePending(0, now); machine >= 0; ) {
      expireQueue(machine, now);
      machine = queues.nextWithOverduePending(machine + 1, now);
    }
  }

  private void expireQueue(int machine, long now) {
    for (int i = queues.get(machine).firstPending(); i < queues.get(machine).size(); ) {
      i += expire(machine, i, now) ? 0 : 1;
    }
  }

  /** A pending task leaves if its deadline has passed and it may; whether it does. */
  private boolean expire(int machine, int position, long now) {
    boolean leaves =
        now >= queues.get(machine).task(position).deadline() && isFree(machine, position, now);
    if (leaves) {
      drop(machine, position, Fate.EXPIRED_IN_QUEUE, now);
    }
    return leaves;
  }

  /** What was held back comes back, or has missed its deadline. */
  void release(long now) {
    for (Task task : held.takeDue(now)) {
      batch.add(task);
      causes.stirred();
      journal.record(new Journal.Released(now, task));
    }
    for (Task task : rules.isHard() ? held.takeOverdue(now) : List.<Task>of()) {
      leaveUnmapped(task, Fate.EXPIRED_IN_BATCH, now);
    }
  }

  /** A user takes a task back, wherever it is; whether it was there and could be. */
  boolean cancel(int taskId, long now) {
    return takeOut(taskId, t -> new Journal.Cancelled(now, t), Fate.CANCELLED, Fate.CANCELLED, now);
  }

  private boolean isHopeless(int taskId, long now) {
    int machine = queues.machineOf(taskId);
    if (machine < 0) {
      return batch.find(taskId).filter(c -> !queues.mayComplete(c.task(), now)).isPresent();
    }
    MachineQueue queue = queues.at(queues.get(machine), now);
    int position = queue.positionOf(taskId);
    Task task = queue.task(position);
    return position >= queue.firstPending()
        && !queue.mayCompleteInTime(task)
        && (position < queue.fixed() || !queues.mayComplete(task, now));
  }

  /** A task leaves, with one fate from the batch queue or held back from it, else with another. */
  private boolean takeOut(
      int taskId, Function<Task, Journal.Entry> why, Fate unmapped, Fate mapped, long now) {
    Optional<Task> task =
        batch.find(taskId).isPresent() ? Optional.of(batch.take(taskId)) : held.take(taskId);
    task.ifPresent(found -> {
      journal.record(why.apply(found));
      leaveUnmapped(found, unmapped, now);
      batch.forgetLeft();
    });
    return task.isPresent() || takeOutMapped(taskId, why, mapped, now);
  }

  private boolean takeOutMapped(
      int taskId, Function<Task, Journal.Entry> why, Fate fate, long now) {
    int machine = queues.machineOf(taskId);
    if (machine < 0) {
      return false;
    }
    MachineQueue queue = queues.get(machine);
    int position = queue.positionOf(taskId);
    if (position >= queue.firstPending() && !isFree(machine, position, now)) {
      return false;
    }
    journal.record(why.apply(queue.task(position)));
    if (position < queue.firstPending()) {
      evict(machine, fate, now);
      causes.completed();
    } else {
      drop(machine, position, fate, now);
      causes.stirred();
    }
    return true;
  }

  /** A mapped task goes back to the batch queue. */
  void giveBack(int machine, int position, long now) {
    MachineQueue queue = queues.get(machine);
    Task task = queue.task(position);
    queues.set(machine, queue.without(position, now));
    batch.add(task.asked());
    causes.stirred();
    journal.record(new Journal.Returned(now, machine, task));
  }

  /**
   * For a task that has come and must be completed, others that have not begun go back to the batch
   * queue.
   */
  void recallForMust(long now) {
    boolean mayGoBack = rules.management().isBounded() || rules.remaps();
    if (!batch.takeMustCame() || !mayGoBack) {
      return;
    }
    for (MachineQueue queue : queues.view()) {
      for (int i = queue.size() - 1; i >= queue.firstPending(); i--) {
        if (!queue.task(i).mustComplete() && isFree(queue.index(), i, now)) {
          giveBack(queue.index(), i, now);
        }
      }
    }
  }

  /** The tasks behind the pending slots go back to the batch queue. */
  void recallVirtual(long now) {
    for (int m = queues.nextVirtual(0); m >= 0; m = queues.nextVirtual(m + 1)) {
      MachineQueue queue = queues.get(m);
      int fixed = queue.fixed();
      for (int i = fixed; i < queue.size(); i++) {
        batch.add(queue.task(i).asked());
        journal.record(new Journal.Returned(now, m, queue.task(i)));
      }
      queues.set(m, queue.ofFirst(fixed));
    }
  }
}
