package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.List;
import org.espalier.core.allocation.ExecutionBackend;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Execution;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;

/** Starts and stops commands, once it is durable that they are to be. */
final class Commander implements ExecutionBackend {
  private final Commands commands;
  private final Backend backend;
  private final LaunchReports reports;
  private final Ledger ledger;
  private final Stops stops;

  Commander(Commands commands, Backend backend, LaunchReports reports, Ledger ledger, Stops stops) {
    this.commands = commands;
    this.backend = backend;
    this.reports = reports;
    this.ledger = ledger;
    this.stops = stops;
  }

  /**
   * {@inheritDoc} A task of which no command can be made any more, because the configuration or the
   * files it names have changed since it was accepted, is told to be unrunnable.
   */
  @Override
  public void start(long now, Placement placement, Task task) {
    LiveTask started = ledger.tasks().get(task.id());
    try {
      Launch launch = launch(started, commands.command(started.submission()), Duration.ZERO);
      ledger.step().effect(() -> reports.launch(backend, launch));
    } catch (IllegalArgumentException e) {
      LaunchId id = id(started);
      ledger.step().effect(() -> reports.failed(id, LaunchEnd.Kind.UNRUNNABLE, e));
    }
  }

  @Override
  public void evict(long now, Machine machine, Task task) {
    LaunchId id = id(ledger.tasks().get(task.id()));
    ledger
        .step()
        .effect(() -> {
          if (backend.grace(machine.name()).isPresent()) {
            stops.began(id, machine.name(), now);
          }
          backend.stop(id);
        });
  }

  /**
   * The launch of an earlier process; its command is of no interest any more.
   *
   * @param ago how long ago it was started
   */
  Launch adopted(LiveTask task, Duration ago) {
    return launch(task, List.of(), ago);
  }

  private Launch launch(LiveTask task, List<String> command, Duration ago) {
    String type = task.submission().type();
    Run run = task.run().orElseThrow();
    return new Launch(
        id(task),
        new Execution(type, run.machine(), run.pState(), ago),
        command,
        commands.keepsOutput(type),
        commands.limits(type));
  }

  /** The last execution of a task. */
  static LaunchId id(LiveTask task) {
    return new LaunchId(task.id(), task.attempts());
  }
}
