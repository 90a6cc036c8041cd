package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.model.TimeSpan;
import org.espalier.service.backend.Execution;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Run;

/**
 * The tasks that have no {@linkplain Places place} in the system, since the configuration has
 * changed. The resource manager knows nothing of them. What waits does so until a start under a
 * configuration that has a place for it. What runs, runs to its end; a machine of the system on
 * which it does takes no tasks until then. Users can take both back, and deadlines hold. Used by
 * one thread.
 */
final class Strays {
  private final Workings workings;
  private final Ledger ledger;
  private final Presence presence;
  private final Duration tick;
  private final boolean hard;
  private final Set<Long> ids = new LinkedHashSet<>();

  /** The machines on which some of them run. */
  private final Map<Long, String> machines = new HashMap<>();

  private long firstDeadline = TimeSpan.NEVER;
  private boolean hasReturned;

  Strays(Workings workings, Presence presence) {
    this.workings = workings;
    this.ledger = workings.ledger();
    this.presence = presence;
    this.tick = workings.around().timeline().tick();
    this.hard = workings.settings().rules().deadlines() == DeadlineKind.HARD;
    presence.occupiedBy(machines::containsValue);
  }

  /** A task of the ledger is one. */
  void add(LiveTask task) {
    ids.add(task.id());
    started(task).ifPresent(run -> machines.put(task.id(), run.machine()));
    firstDeadline = hard ? Math.min(firstDeadline, task.deadline()) : firstDeadline;
  }

  boolean has(long id) {
    return ids.contains(id);
  }

  /** How many there are. */
  int size() {
    return ids.size();
  }

  List<LiveTask> all() {
    return ids.stream().map(ledger.tasks()::get).toList();
  }

  /** Whether one runs on a machine. */
  boolean isOn(String machine) {
    return machines.containsValue(machine);
  }

  private static Optional<Run> started(LiveTask task) {
    return task.run().filter(Run::hasStarted);
  }

  /** What runs of them, to be looked for by the back end. */
  List<Launch> launches(long now) {
    List<Launch> launches = new ArrayList<>();
    for (LiveTask task : all()) {
      started(task).ifPresent(run -> launches.add(launch(now, task, run)));
    }
    return launches;
  }

  private Launch launch(long now, LiveTask task, Run run) {
    String type = task.submission().type();
    Duration ago = tick.multipliedBy(Math.max(0, now - run.start()));
    LaunchLimits limits = workings.settings().commands().terms(type).limits();
    Execution execution = new Execution(type, run.machine(), run.pState(), ago);
    return new Launch(LaunchId.of(task), execution, List.of(), true, limits);
  }

  /** A launch is over; whether it was of one of them. */
  boolean ended(long now, LaunchEnd end, long time) {
    Optional<LiveTask> task =
        ledger
            .tasks()
            .find(end.id().task())
            .filter(each -> has(each.id()) && LaunchId.of(each).equals(end.id()))
            .filter(each -> started(each).isPresent());
    task.ifPresent(each -> ended(now, each, end, Math.max(time, each.run().orElseThrow().start())));
    return task.isPresent();
  }

  private void ended(long now, LiveTask task, LaunchEnd end, long over) {
    boolean wasOverdue = hard && over >= task.deadline();
    if (task.stopping().isPresent() && end.kind() != LaunchEnd.Kind.EXITED) {
      leave(now, task, over, task.stopping().get(), end);
      return;
    }
    switch (end.kind()) {
      case EXITED -> {
        if (end.exitCode() == 0) {
          leave(now, task, over, over <= task.deadline() ? Fate.ON_TIME : Fate.LATE, end);
        } else {
          repeatOrFail(now, task, over, end, Retry.Cause.FAILED);
        }
      }
      case STOPPED -> leave(now, task, over, wasOverdue ? Fate.EVICTED : Fate.FAILED, end);
      case UNRUNNABLE -> leave(now, task, over, Fate.FAILED, end);
      case NEVER_BEGAN, MACHINE_FAILED -> goBack(now, task.returned());
      case LOST -> repeatOrFail(now, task, now, end, Retry.Cause.LOST);
    }
  }

  private void repeatOrFail(long now, LiveTask task, long over, LaunchEnd end, Retry.Cause cause) {
    Retry retry = workings.settings().commands().terms(task.submission().type()).retry();
    long until = now + retry.delay().dividedBy(tick);
    if (retry.allows(cause, task.retries()) && (!hard || until < task.deadline())) {
      ledger.step().repeat(task);
      goBack(now, task.retried().held(until));
    } else {
      leave(now, task, over, Fate.FAILED, end);
    }
  }

  /** A task that ran waits again; the system may have a place for it now. */
  private void goBack(long now, LiveTask waiting) {
    ledger.enter(waiting);
    free(now, waiting.id());
    hasReturned |= workings.places().missing(waiting).isEmpty();
  }

  private void leave(long now, LiveTask task, long over, Fate fate, LaunchEnd end) {
    OptionalInt status =
        end.kind() == LaunchEnd.Kind.EXITED ? OptionalInt.of(end.exitCode()) : OptionalInt.empty();
    leave(now, task, new Ending(over, fate, status, end.detail()));
  }

  private void leave(long now, LiveTask task, Ending ending) {
    ids.remove(task.id());
    ledger.enter(new Journal.LeftUnmanaged(now, ledger.ids().index(task.id()), ending.fate()));
    ledger.end(now, task, ending);
    free(now, task.id());
  }

  /** Nothing of a task runs any more, except what is being stopped. */
  private void free(long now, long id) {
    Optional.ofNullable(machines.remove(id))
        .flatMap(workings.places()::find)
        .filter(machine -> presence.takesTasks(machine))
        .ifPresent(machine -> {
          workings.manager().machineChanged(now, machine.id(), true);
          presence.notice(now, machine);
        });
  }

  /** Takes one back, if it is here; if it turns out to have ended, it leaves as what it is then. */
  boolean cancel(long now, long id) {
    boolean isHere = has(id);
    if (isHere) {
      giveUp(now, id, Fate.CANCELLED, Fate.CANCELLED);
    }
    return isHere;
  }

  /** Gives up what is overdue. */
  void settle(long now) {
    if (firstDeadline <= now) {
      firstDeadline = TimeSpan.NEVER;
      for (LiveTask task : all()) {
        if (task.stopping().isPresent()) {
          continue;
        }
        if (task.deadline() <= now) {
          giveUp(now, task.id(), Fate.EVICTED, Fate.EXPIRED_IN_BATCH);
        } else {
          add(task);
        }
      }
    }
  }

  private void giveUp(long now, long id, Fate running, Fate waiting) {
    LiveTask task = ledger.tasks().get(id);
    if (started(task).isPresent()) {
      workings
          .around()
          .reports()
          .knownByNow(workings.around().backend(), LaunchId.of(task))
          .filter(known -> known.end().kind() == LaunchEnd.Kind.EXITED)
          .ifPresent(known -> ended(now, known.end(), known.time()));
    }
    if (has(id) && task.stopping().isEmpty()) {
      LiveTask present = ledger.tasks().get(id);
      boolean runs = started(present).isPresent();
      if (runs) {
        workings.commander().stop(now, present);
      }
      if (runs && workings.commander().isToldLater(present)) {
        ledger.enter(present.stopping(running));
      } else {
        leave(now, present, new Ending(now, runs ? running : waiting, OptionalInt.empty(), ""));
      }
    }
  }

  /** When it must be told that time has passed. */
  long nextWakeUp() {
    return firstDeadline;
  }

  /**
   * Whether one waits for which there is a place now, which is seen when the journal begins anew.
   */
  boolean hasReturned() {
    return hasReturned;
  }

  /** Which there are, and what becomes of them. */
  List<String> notices() {
    return workings.places().notices(all());
  }

  /** Why one of them waits; empty if it runs. */
  Optional<String> reasonOfWaiting(long id) {
    return machines.containsKey(id)
        ? Optional.empty()
        : missing(id).map(why -> why + "; it waits until that is, or a user cancels it");
  }

  /** Why one that runs has no place; empty if it does not run, or is none. */
  Optional<String> noticeOfRunning(long id) {
    return machines.containsKey(id)
        ? missing(id).map(why -> why + "; it runs to its end")
        : Optional.empty();
  }

  private Optional<String> missing(long id) {
    return workings.places().missing(ledger.tasks().get(id));
  }
}
