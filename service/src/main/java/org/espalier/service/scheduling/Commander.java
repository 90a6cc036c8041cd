package org.espalier.service.scheduling;

import java.util.List;
import org.espalier.core.allocation.ExecutionBackend;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.live.LiveTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops commands, once it is durable that they are to be. */
final class Commander implements ExecutionBackend {
  private static final Logger LOG = LoggerFactory.getLogger(Commander.class);

  private final Commands commands;
  private final Backend backend;
  private final LaunchListener listener;
  private final Ledger ledger;

  Commander(Commands commands, Backend backend, LaunchListener listener, Ledger ledger) {
    this.commands = commands;
    this.backend = backend;
    this.listener = listener;
    this.ledger = ledger;
  }

  /**
   * {@inheritDoc} A task of which no command can be made any more, because the configuration or the
   * files it names have changed since it was accepted, is told to be unrunnable.
   */
  @Override
  public void start(long now, Machine machine, Task task) {
    LiveTask started = ledger.tasks().get(task.id());
    try {
      Launch launch = launch(started, commands.command(started.submission()));
      ledger.step().effect(() -> launch(launch));
    } catch (IllegalArgumentException e) {
      LaunchEnd end = neverBegan(id(started), LaunchEnd.Kind.UNRUNNABLE, e);
      ledger.step().effect(() -> listener.ended(end));
    }
  }

  /** Whatever goes wrong here, the end of the launch is told. */
  private void launch(Launch launch) {
    try {
      backend.launch(launch);
    } catch (RuntimeException e) {
      LOG.error("the launch {} failed", launch.id(), e);
      listener.ended(neverBegan(launch.id(), LaunchEnd.Kind.MACHINE_FAILED, e));
    }
  }

  private static LaunchEnd neverBegan(LaunchId id, LaunchEnd.Kind kind, RuntimeException why) {
    return new LaunchEnd(id, kind, -1, 0, String.valueOf(why.getMessage()));
  }

  @Override
  public void evict(long now, Machine machine, Task task) {
    LaunchId id = id(ledger.tasks().get(task.id()));
    ledger.step().effect(() -> backend.stop(id));
  }

  /** The launch of an earlier process; its command is of no interest any more. */
  Launch adopted(LiveTask task) {
    return launch(task, List.of("adopted"));
  }

  private Launch launch(LiveTask task, List<String> command) {
    return new Launch(
        id(task),
        task.run().orElseThrow().machine(),
        command,
        commands.keepsOutput(task.submission().type()));
  }

  private static LaunchId id(LiveTask task) {
    return new LaunchId(task.id(), task.attempts());
  }
}
