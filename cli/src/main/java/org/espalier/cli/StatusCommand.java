package org.espalier.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier status}: tells how a live service or one of its tasks stands. */
@Command(
    name = "status",
    description = "Tells how a live service stands, or one of its tasks and why it waits.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier status",
      "  espalier status 17",
      "  espalier status --tasks --state queued,running",
      "  espalier status --calibration"
    })
final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = "a task")
  private @Nullable Integer id;

  @Option(names = "--tasks", description = "list tasks, latest first")
  private boolean tasks;

  @Option(names = "--state", paramLabel = "STATE,...", description = "only tasks in these states")
  private @Nullable String state;

  @Option(names = "--limit", paramLabel = "N", description = "list so many tasks; default 20")
  private int limit = 20;

  @Option(
      names = "--calibration",
      description = "predicted chances of success against what happened, and drift")
  private boolean calibration;

  @Mixin private ServiceOptions service;

  @Override
  public Integer call() {
    try (ServiceClient client = service.client()) {
      ServiceStatus status =
          new ServiceStatus(client, spec.commandLine().getOut(), Display.of(spec, false));
      if (id != null) {
        status.printTask(id);
      } else if (calibration) {
        status.printCalibration();
      } else if (tasks || state != null) {
        status.printTasks(state, limit);
      } else {
        status.printOverview();
      }
    }
    return ExitCode.OK;
  }
}
