package org.espalier.cli.live;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.StandardWriter;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.Visible;
import org.espalier.service.backend.OutputChannel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier output}: what the command of a task has written. */
@Command(
    name = "output",
    description =
        "Prints what the command of a task has written, in its last run: its standard output here,"
            + " its standard error to standard error.",
    footer = {
      "",
      "Examples:",
      "  espalier output 17",
      "  espalier output 17 --follow             as it is written, until the task has left",
      "  espalier output 17 --channel stderr"
    })
final class OutputCommand extends Subcommand {
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

  @Option(
      names = "--raw",
      description = {
        "bytes as they are, also on a terminal, which may act on some (default there: control"
            + " characters are shown as \\u001b)"
      })
  private boolean raw;

  @Mixin private ServiceOptions service;

  @Override
  protected void run() throws InterruptedException {
    try (ServiceClient client = service.client()) {
      TaskOutput output =
          new TaskOutput(client, id, target(1, rawOut()), target(2, rawErr()), err());
      List<OutputChannel> wanted = channel.map(List::of).orElse(List.of(OutputChannel.values()));
      output.print(wanted, follow);
    }
  }

  /** Exact but for a terminal. */
  private OutputStream target(int descriptor, PrintWriter to) {
    boolean exact = raw || !Display.isTerminal(descriptor);
    return exact && to instanceof StandardWriter standard
        ? standard.bytes()
        : new DecodedStream(Visible.writer(to));
  }
}
