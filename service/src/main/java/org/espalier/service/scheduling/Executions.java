package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineTimes;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.live.Breakers;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Run;
import org.espalier.service.live.Timeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executions under way: what is heard of their beginnings and ends, and what becomes of their
 * tasks. Where the back end can begin them by itself, the next ones are handed over ahead. Used by
 * one thread.
 */
final class Executions {
  private static final Logger LOG = LoggerFactory.getLogger(Executions.class);

  /** Up to how many machines each can be asked at every step. */
  private static final int FEW = 64;

  /** When it comes later than this it has not only waited for its turn. */
  private static final Duration LATENESS_OF_NOTE = Duration.ofMillis(100);

  /** By how much the clock of another computer may be off. */
  private static final Duration CLOCK_ERROR = Duration.ofMillis(50);

  /** How long before a machine is expected to be free its next task may be handed over. */
  private static final Duration LEAD = Duration.ofMillis(50);

  private final Workings workings;
  private final ResourceManager manager;
  private final Ledger ledger;
  private final LaunchReports reports;
  private final Strays strays;
  private final Breakers breakers;
  private final Presence presence;
  private final Duration tick;
  private final long latenessOfNote;
  private final long clockError;
  private final long lead;

  /** When the next task of each machine that has one may be handed over. */
  private final MachineTimes dues;

  Executions(Workings workings, Strays strays, Presence presence, Breakers breakers) {
    Timeline timeline = workings.around().timeline();
    this.workings = workings;
    this.manager = workings.manager();
    this.ledger = workings.ledger();
    this.reports = workings.around().reports();
    this.strays = strays;
    this.presence = presence;
    this.breakers = breakers;
    this.tick = timeline.tick();
    this.latenessOfNote = timeline.ticks(LATENESS_OF_NOTE);
    this.clockError = timeline.ticks(CLOCK_ERROR);
    this.lead = timeline.ticks(LEAD);
    this.dues = new MachineTimes(manager.system().machines().size());
  }

  /**
   * Hands over the next tasks of machines that are expected to be free soon. Only in a step that
   * changes something else: it takes no commit of its own.
   */
  void handOver(long now) {
    workings.clerk().requeued().take(m -> dues.set(m, due(manager.queue(m))));
    if (!ledger.step().changesNothing()) {
      for (int m = dues.next(0, now); m >= 0; m = dues.next(m + 1, now)) {
        dues.set(m, TimeSpan.NEVER);
        handOver(now, manager.queue(m));
      }
    }
  }

  private long due(MachineQueue queue) {
    boolean hasNext = queue.isBusy() && queue.size() > 1;
    return hasNext && workings.around().backend().traits(queue.machine().name()).startsAhead()
        ? queue.start() + (long) queue.executionTimeAt(0).mean() - lead
        : TimeSpan.NEVER;
  }

  private void handOver(long now, MachineQueue queue) {
    Task task = queue.task(1);
    LiveTask next = ledger.of(task);
    if (!next.isAhead() && presence.takesTasks(queue.machine()) && now < task.deadline()) {
      workings
          .commander()
          .handOver(
              now,
              next.handedOver(),
              () -> manager.live().handedOver(now, queue.placement(1), task));
    }
  }

  /**
   * Whether something was heard too early of a launch that was handed over ahead. It counts as
   * started only when the end of what ran before it was heard; this is heard again then.
   */
  private boolean isEarly(LaunchId launch, Message message) {
    boolean early = findAny(launch).filter(LiveTask::isAhead).isPresent();
    if (early) {
      reports.handedOver(launch).add(message);
    }
    return early;
  }

  /** Whether what was handed over ahead never begins; it waits in the batch queue again. */
  private boolean isTakenBack(long now, LaunchEnd end) {
    Optional<LiveTask> task =
        findAny(end.id())
            .filter(each -> each.isAhead() && end.kind() == LaunchEnd.Kind.NEVER_BEGAN);
    task.ifPresent(each -> {
      int machine = machineOf(each).id();
      MachineQueue queue = manager.queue(machine);
      reports.settled(end.id());
      manager.live().takenBack(now, machine, queue.task(queue.firstPending()));
    });
    return task.isPresent();
  }

  /**
   * What was handed over ahead could not be taken back, since it has begun. It counts as started
   * when the end of what ran before it is known.
   */
  void begun(long now, long task) {
    ledger
        .tasks()
        .find(task)
        .filter(LiveTask::isAhead)
        .flatMap(each -> running(machineOf(each).id()))
        .ifPresent(before -> hasEnded(now, before));
  }

  /** A launch that had to wait has begun, as far as is known at its start. */
  void executing(long now, Message.Executing message) {
    LaunchId launch = message.launch();
    if (isEarly(launch, message)) {
      return;
    }
    boolean wasAhead = reports.wasAhead(launch);
    reports.begun(launch);
    find(launch)
        .filter(task -> task.stopping().isEmpty())
        .ifPresent(task -> {
          if (wasAhead || message.start() > task.run().orElseThrow().start()) {
            manager
                .live()
                .executionBegan(now, machineOf(task).id(), Math.min(message.start(), now));
          }
        });
  }

  /** A launch is over. */
  void ended(long now, Message.Ended message) {
    LaunchEnd end = message.end();
    long time = message.time();
    if (isTakenBack(now, end) || isEarly(end.id(), message)) {
      return;
    }
    if (!strays.ended(now, end, time)) {
      find(end.id())
          .ifPresent(task -> {
            workings.clerk().because(end, () -> ended(now, task, end, time));
            presence.notice(now, machineOf(task));
          });
    }
    reports.settled(end.id());
    presence.gone(now, end.id());
  }

  /**
   * Whether the command of a task is over although nobody has told yet: what ended before it was to
   * be stopped was not stopped.
   */
  boolean hasEnded(long now, LiveTask task) {
    LaunchId launch = LaunchId.of(task);
    Optional<Message.Ended> known = reports.known(workings.around().backend(), launch);
    known.ifPresent(message -> ended(now, message));
    return known.isPresent();
  }

  private Optional<LiveTask> running(int machine) {
    return manager.queue(machine).running().map(task -> ledger.of(task));
  }

  /** Its task, unless that has left, or runs again; it is of no interest any more then. */
  private Optional<LiveTask> find(LaunchId launch) {
    return findAny(launch).filter(task -> task.run().map(Run::hasStarted).orElse(false));
  }

  private Optional<LiveTask> findAny(LaunchId launch) {
    return ledger
        .tasks()
        .find(launch.task())
        .filter(task -> task.attempts() == launch.attempt())
        .filter(task -> !strays.has(task.id()));
  }

  private void ended(long now, LiveTask task, LaunchEnd end, long time) {
    Machine machine = machineOf(task);
    long over = Math.max(time, start(now, task, end, time));
    if (task.stopping().isPresent() && end.kind() != LaunchEnd.Kind.EXITED) {
      stopped(now, task, machine, over);
      return;
    }
    switch (end.kind()) {
      case EXITED -> exited(now, task, machine, end, over);
      case STOPPED -> stopped(now, task, machine, over);
      case UNRUNNABLE -> {
        failed(now, task, machine, end.detail());
        manager.taskFailed(now, machine.id(), over);
      }
      case NEVER_BEGAN -> manager.live().taskLost(now, machine.id(), now);
      case MACHINE_FAILED -> {
        manager.live().taskLost(now, machine.id(), now);
        breakers.blame(machine.name(), end.detail());
      }
      case LOST -> {
        if (!isRepeated(now, task, machine, Retry.Cause.LOST)) {
          manager.taskFailed(now, machine.id());
        }
      }
    }
  }

  /**
   * When a task that is over began. One that was handed over ahead may have ended before it was
   * heard that its machine was free for it: it began as long before that as it took.
   */
  private long start(long now, LiveTask task, LaunchEnd end, long time) {
    long start = task.run().orElseThrow().start();
    if (time < start && task.stopping().isEmpty() && reports.wasAhead(end.id())) {
      long took = Duration.ofMillis(end.milliseconds()).dividedBy(tick);
      start = Math.max(task.arrival(), time - took);
      manager.live().executionBegan(now, machineOf(task).id(), start);
    }
    return start;
  }

  private Machine machineOf(LiveTask task) {
    return workings.places().find(task.run().orElseThrow().machine()).orElseThrow();
  }

  /**
   * A task was stopped. It was told to, or stopped at its deadline although nothing of that was
   * recorded, or else by what limits its time. By the clock of another computer it may have stopped
   * a little before its deadline.
   */
  private void stopped(long now, LiveTask task, Machine machine, long over) {
    boolean isElsewhere = workings.around().backend().traits(machine.name()).tellsLater();
    boolean isOverdue =
        manager.rules().evicts() && over + (isElsewhere ? clockError : 0) >= task.deadline();
    if (isOverdue || task.stopping().filter(fate -> fate != Fate.EVICTED).isPresent()) {
      manager.live().taskStopped(now, machine.id(), over);
    } else {
      failed(now, task, machine, "its time limit");
      manager.taskFailed(now, machine.id(), over);
    }
  }

  private void exited(long now, LiveTask task, Machine machine, LaunchEnd end, long over) {
    worked(now, task, machine, end);
    if (end.exitCode() == 0) {
      manager.taskFinished(now, machine.id(), over);
    } else if (task.stopping().isPresent() || !isRepeated(now, task, machine, Retry.Cause.FAILED)) {
      manager.taskFailed(now, machine.id(), over);
    }
  }

  /**
   * Gives a task that its type lets run again back to the batch queue, after its delay. It does not
   * if the task could not start before a hard deadline then.
   */
  private boolean isRepeated(long now, LiveTask task, Machine machine, Retry.Cause cause) {
    Retry retry = workings.settings().commands().terms(task.submission().type()).retry();
    long until = now + retry.delay().dividedBy(tick);
    boolean inTime = !workings.settings().rules().isHard() || until < task.deadline();
    boolean repeated = inTime && retry.allows(cause, task.retries());
    if (repeated) {
      LOG.atInfo()
          .addKeyValue("task", task.id())
          .addKeyValue("type", task.submission().type())
          .log(
              "task {} is to run again: its execution {} {}",
              task.id(),
              task.attempts(),
              cause == Retry.Cause.FAILED ? "failed" : "was lost");
      ledger.enter(task.retried());
      ledger.step().repeat(task);
      manager.live().taskLost(now, machine.id(), until);
    }
    return repeated;
  }

  /** What is to be evicted has ended by itself; its task leaves as it ended. */
  ExecutionEnd endedByItself(long now, LiveTask task, Message.Ended message) {
    LaunchEnd end = message.end();
    workings.clerk().foresee(end);
    worked(now, task, machineOf(task), end);
    long over = Math.max(message.time(), task.run().orElseThrow().start());
    return new ExecutionEnd(
        over, end.exitCode() == 0 ? ExecutionEnd.How.FINISHED : ExecutionEnd.How.FAILED);
  }

  /** An execution failed; whether its type is watched. */
  private boolean failed(long now, LiveTask task, Machine machine, String why) {
    int type = workings.admission().type(task.submission());
    return breakers.failed(
        now,
        task.submission().type(),
        machine.name(),
        why,
        () ->
            manager.system().machines().stream()
                .filter(other -> other.id() != machine.id() && presence.takesTasks(other))
                .anyMatch(other -> manager.system().pet().canRun(type, other.type().id())));
  }

  /** A machine has run a command to its end. */
  private void worked(long now, LiveTask task, Machine machine, LaunchEnd end) {
    if (end.exitCode() == 0) {
      breakers.succeeded(task.submission().type(), machine.name());
    } else if (failed(now, task, machine, "exit status " + end.exitCode())) {
      return;
    }
    workings.conditions().worked(machine.id());
    if (end.exitCode() == 0 && task.run().orElseThrow().pState() == 0) {
      long ticks = Math.round(end.milliseconds() * 1e6 / manager.system().tick().toNanos());
      workings
          .learning()
          .completed(workings.admission().type(task.served()), machine.type().id(), ticks);
    }
  }

  /**
   * Before anything is stopped, hears of what has ended. Where machines are few it asks all of
   * them, since a policy may stop anything. So it does when the scheduler comes so late that much
   * may have happened, as after a pause of the process. Else it asks where an end is overdue.
   *
   * @param lateness by how much later it comes than it was to
   */
  void hearOfEnds(long now, long lateness) {
    int all = manager.system().machines().size();
    boolean everywhere = all <= FEW || lateness > latenessOfNote;
    int[] asked = everywhere ? IntStream.range(0, all).toArray() : manager.live().overdue(now);
    for (int machine : asked) {
      boolean ended = hasEnded(now, machine);
      while (ended) { // what was handed over ahead has begun then, and may have ended too
        ended = hasEnded(now, machine);
      }
    }
  }

  private boolean hasEnded(long now, int machine) {
    return running(machine).filter(task -> hasEnded(now, task)).isPresent();
  }
}
