package org.espalier.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.espalier.service.backend.OutputChannel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier output}: what the command of a task has written. */
@Command(
    name = "output",
    description = {
      "Prints what the command of a task has written, in its last run: its standard output here,"
          + " its standard error to standard error."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier output 17",
      "  espalier output 17 --follow             as it is written, until the task has left",
      "  espalier output 17 --channel stderr"
    })
final class OutputCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "ID", description = "the task")
  private int id;

  @Option(
      names = "--follow",
      description = "go on while the command runs, and wait for it to begin")
  private boolean follow;

  @Option(
      names = "--channel",
      paramLabel = "stdout|stderr",
      description = "only this; printed to standard output")
  private Optional<OutputChannel> channel;

  @Mixin private ServiceOptions service;

  @Override
  public Integer call() throws InterruptedException {
    try (ServiceClient client = service.client()) {
      TaskOutput output = new TaskOutput(client, id, spec.commandLine());
      List<OutputChannel> wanted = channel.map(List::of).orElse(List.of(OutputChannel.values()));
      output.print(wanted, follow);
    }
    return ExitCode.OK;
  }
}
