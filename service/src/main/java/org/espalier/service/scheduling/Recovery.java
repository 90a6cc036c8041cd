package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;

/**
 * Sorts the tasks that an earlier process left behind. There are those that run on, those that wait
 * again, those that are held back, and those that have failed because what they need is no longer
 * configured.
 */
final class Recovery {
  private final Machines machines;
  private final Admission admission;
  private final Commands commands;
  private final Ledger ledger;
  private final long now;
  private final boolean isCopy;
  private final List<Task> waiting = new ArrayList<>();
  private final List<Journal.Running> running = new ArrayList<>();
  private final List<Journal.Held> held = new ArrayList<>();
  private final List<LiveTask> adopted = new ArrayList<>();

  Recovery(
      Machines machines,
      Admission admission,
      Commands commands,
      Ledger ledger,
      long now,
      boolean isCopy) {
    this.isCopy = isCopy;
    this.machines = machines;
    this.admission = admission;
    this.commands = commands;
    this.ledger = ledger;
    this.now = now;
  }

  /** Enters a task in the ledger as what it is now. */
  void sort(LiveTask stored) {
    LiveTask task = admission.byPresentClock(stored);
    if (isCopy || task.isAside()) {
      setAside(stored, task.aside());
      return;
    }
    ledger.tasks().put(task);
    if (task.deadline() != stored.deadline()) {
      ledger.enter(task);
    }
    boolean started = task.run().filter(Run::hasStarted).isPresent();
    Optional<Placement> placement = task.run().filter(Run::hasStarted).flatMap(machines::placement);
    if (!admission.knows(task.submission().type())) {
      fail(task, "its task type is no longer configured");
    } else if (placement.isPresent()) {
      long start = task.run().orElseThrow().start();
      running.add(new Journal.Running(placement.get(), admission.coreTask(task), start));
      adopted.add(task);
    } else if (started) {
      repeat(task);
    } else if (task.heldUntil().isPresent()) {
      hold(task, task.heldUntil().getAsLong());
    } else {
      if (task.run().isPresent()) {
        ledger.enter(task.returned());
      }
      waiting.add(admission.coreTask(task));
    }
  }

  /** Another service may have run it, or still does. */
  private void setAside(LiveTask stored, LiveTask task) {
    ledger.tasks().put(task);
    if (!task.equals(stored)) {
      ledger.enter(task);
    }
  }

  /** A task ran where nothing can run any more. */
  private void repeat(LiveTask task) {
    Retry retry = commands.retry(task.submission().type());
    if (retry.allows(Retry.Cause.LOST, task.retries())) {
      ledger.step().repeat(task);
      hold(task.retried(), now + admission.ticks(retry.delay()));
    } else {
      fail(task, gone(task.run().orElseThrow()));
    }
  }

  /** A task comes back to the batch queue later, or as soon as the resource manager works. */
  private void hold(LiveTask task, long until) {
    ledger.enter(task.held(until));
    held.add(new Journal.Held(admission.coreTask(task), until));
  }

  /** What of the placement of a run is there no more. */
  private String gone(Run run) {
    return machines.find(run.machine()).isPresent()
        ? "P-state %s of its machine is no longer configured".formatted(run.pState())
        : "its machine is no longer configured";
  }

  /** Ends a task that the resource manager does not know. */
  private void fail(LiveTask task, String detail) {
    ledger.end(task, new Ending(now, Fate.FAILED, OptionalInt.empty(), detail));
  }

  List<Task> waiting() {
    return waiting;
  }

  List<Journal.Running> running() {
    return running;
  }

  List<Journal.Held> held() {
    return held;
  }

  /** The live tasks of {@link #running}, to be looked for by the back end. */
  List<LiveTask> adopted() {
    return adopted;
  }
}
