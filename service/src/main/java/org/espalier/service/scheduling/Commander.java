package org.espalier.service.scheduling;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Execution;
import org.espalier.service.backend.Invocation;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts commands, once it is durable that they are to be, and stops them. Used by one thread. */
record Commander(
    SchedulerSettings settings, Workings.Surroundings around, Ledger ledger, OwnEnds ownEnds)
    implements ExecutionBackend {
  private static final Logger LOG = LoggerFactory.getLogger(Commander.class);

  /** Hears that a task has ended by itself that was to be evicted. */
  interface OwnEnds {
    ExecutionEnd heard(long now, LiveTask task, Message.Ended end);
  }

  /**
   * {@inheritDoc} A task is told to be unrunnable if no command can be made of it any more. The
   * configuration or the files it names may have changed since it was accepted.
   */
  @Override
  public void start(long now, Placement placement, Task task) {
    LiveTask started = ledger.of(task);
    LaunchId id = LaunchId.of(started);
    if (around.reports().begins(id)) {
      return;
    }
    try {
      Launch launch = launch(now, started);
      ledger.step().effect(() -> around.reports().launch(around.backend(), launch));
    } catch (IllegalArgumentException e) {
      ledger.step().effect(() -> around.reports().failed(id, LaunchEnd.Kind.UNRUNNABLE, e));
    }
  }

  /**
   * Hands over what is to begin when what runs on its machine is over, once that is durable. What
   * cannot be run is not handed over; that is told when it starts.
   *
   * @param next as it is when it is handed over
   * @param noting notes that it is
   */
  void handOver(long now, LiveTask next, Runnable noting) {
    try {
      Launch launch = launch(now, next);
      noting.run();
      ledger
          .step()
          .effect(() -> {
            around.reports().handedOver(launch.id());
            around.reports().launch(around.backend(), launch);
          });
    } catch (IllegalArgumentException e) {
      LOG.debug("task {} is not handed over ahead", next.id(), e);
    }
  }

  @Override
  public boolean takeBack(long now, Machine machine, Task task) {
    return takeBack(ledger.of(task));
  }

  /** Takes back what was handed over ahead; whether it has not begun, and never will. */
  boolean takeBack(LiveTask task) {
    return around.reports().takeBack(around.backend(), LaunchId.of(task));
  }

  private Launch launch(long now, LiveTask task) {
    Run run = task.run().orElseThrow();
    List<String> command = settings.commands().command(task.served(), run.machine(), run.pState());
    Optional<Invocation> invocation = around.audience().of(task);
    if (task.submission().isInvoked() && invocation.isEmpty()) {
      throw new IllegalArgumentException(
          "the client that waited for it is gone, and the body of its request with it");
    }
    return launch(now, task, command, Duration.ZERO, invocation);
  }

  @Override
  public Optional<ExecutionEnd> ended(long now, Machine machine, Task task) {
    LiveTask running = ledger.of(task);
    return ownEnd(LaunchId.of(running))
        .map(end -> ownEnds.heard(now, running, end))
        .or(() ->
            Optional.of(new ExecutionEnd(now, ExecutionEnd.How.OPEN))
                .filter(_ -> around.backend().traits(machine.name()).tellsLater()));
  }

  private Optional<Message.Ended> ownEnd(LaunchId id) {
    return around
        .reports()
        .knownByNow(around.backend(), id)
        .filter(message -> message.end().kind() == LaunchEnd.Kind.EXITED);
  }

  /**
   * {@inheritDoc} A task whose deadline has come is stopped at once, before that is durable. So it
   * cannot end by itself meanwhile, and after a crash it would be stopped all the same. What is
   * stopped before its deadline is stopped once that is durable: else a crash would leave a task
   * that nobody gave up. So it is where another service may decide by now.
   */
  @Override
  public void evict(long now, Machine machine, Task task) {
    LaunchId id = LaunchId.of(ledger.of(task));
    if (task.deadline() <= now && around.isSure().getAsBoolean()) {
      stop(now, machine.name(), id);
    } else {
      ledger.step().effect(() -> stop(now, machine.name(), id));
    }
  }

  private void stop(long now, String machine, LaunchId id) {
    stopping(now, machine, id);
    stop(id);
  }

  private void stopping(long now, String machine, LaunchId id) {
    Backend.Traits traits = around.backend().traits(machine);
    if (traits.grace().isPresent() || traits.tellsLater()) {
      around.stops().began(id, machine, now);
    }
  }

  /** Stops a task of which the resource manager knows nothing, as in {@link #evict}. */
  void stop(long now, LiveTask task) {
    stopping(now, task.run().orElseThrow().machine(), LaunchId.of(task));
    if (task.deadline() <= now && around.isSure().getAsBoolean()) {
      stop(LaunchId.of(task));
    } else {
      ledger.step().effect(() -> stop(LaunchId.of(task)));
    }
  }

  /** A task that an earlier process was stopping is told so once more. */
  void stopAgain(long now, LiveTask task) {
    stopping(now, task.run().orElseThrow().machine(), LaunchId.of(task));
    ledger.step().effect(() -> stop(LaunchId.of(task)));
  }

  private void stop(LaunchId id) {
    try {
      around.backend().stop(id);
    } catch (RuntimeException e) {
      LOG.error("launch {} could not be stopped", id, e);
    }
  }

  /**
   * The launch of an earlier process; its command is of no interest any more.
   *
   * @param ago how long ago it was started
   */
  Launch adopted(long now, LiveTask task, Duration ago) {
    return launch(now, task, List.of(), ago, Optional.empty());
  }

  private Launch launch(
      long now,
      LiveTask task,
      List<String> command,
      Duration ago,
      Optional<Invocation> invocation) {
    Commands.Terms terms = settings.commands().terms(task.served().type());
    Run run = task.run().orElseThrow();
    return new Launch(
        LaunchId.of(task),
        new Execution(
            settings.commands().row(task.served()),
            run.machine(),
            run.pState(),
            ago,
            deadline(task),
            left(now, task)),
        command,
        terms.keepsOutput(),
        terms.limits(),
        invocation);
  }

  /** Whether the machine of a task tells later how it ended, and may have begun it long ago. */
  boolean isToldLater(LiveTask task) {
    return around.backend().traits(task.run().orElseThrow().machine()).tellsLater();
  }

  /** How long it may run until its machine evicts it by itself; empty if it never does. */
  private Optional<Duration> left(long now, LiveTask task) {
    boolean isKept = settings.rules().evicts() && isToldLater(task);
    return isKept && task.deadline() != Task.NO_DEADLINE
        ? Optional.of(around.timeline().tick().multipliedBy(task.deadline() - now))
        : Optional.empty();
  }

  /** Its deadline; empty where no calendar goes that far. */
  private Optional<Instant> deadline(LiveTask task) {
    try {
      return Optional.of(around.timeline().instant(task.deadline()));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }
}
