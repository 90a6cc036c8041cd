package org.espalier.cli.live;

import java.nio.file.Path;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.OptionTypes;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.service.LogFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier serve}: the live service. The work is in {@link Serving}. */
@Command(
    name = "serve",
    description =
        "Runs the live service: takes tasks over HTTP, runs them on local machines, prunes the"
            + " hopeless ones.",
    footer = {
      "",
      "Examples:",
      "  espalier serve                          four example machines, nothing to install",
      "  espalier serve live.yaml",
      "  espalier serve live.yaml --port 0       on any port that is free",
      "  espalier serve live.yaml --take-over    in place of the one that runs, as for an upgrade",
      "  espalier serve live.yaml --standby      decides once no other service on its store does",
      "  espalier serve live.yaml --check        whether it could be served here",
      "",
      "docs/live-reference.yaml shows every key of a live.yaml."
    })
final class ServeCommand extends Subcommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "LIVE.yaml",
      description = "the live system; an example if left out")
  private Optional<Path> file;

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = OptionTypes.Port.class,
      description = "another port than that of the file; 0: any")
  private Optional<Integer> port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "another directory for store and runs than that of the file")
  private Optional<Path> data;

  @Option(
      names = "--take-over",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "URL",
      description =
          "takes the place of the service that works on the same store, at the same address unless"
              + " another is named; starts as usual where there is none")
  private Optional<String> takeOver;

  @Option(
      names = "--standby",
      description =
          "waits where another service decides on the same PostgreSQL store, and takes its place by"
              + " itself once that is gone or silent; its machines are agents or servers")
  private boolean standby;

  @Option(names = "--read-only", description = "nobody may change anything")
  private boolean readOnly;

  @Option(
      names = "--check",
      description =
          "only says whether port and data directory can be used, how tasks would be contained, and"
              + " which tasks the configuration has no place for")
  private boolean check;

  @Option(
      names = "--log",
      paramLabel = "text|json",
      description = "format of the log on standard error; default text")
  private LogFormat log = LogFormat.TEXT;

  @Option(
      names = "--audit",
      paramLabel = "FILE",
      description =
          "adds to this file, in JSON, who drains, cancels, switches, reloads and the like")
  private Optional<Path> audit;

  @Mixin private PluginOptions plugins;

  @Override
  protected void run() throws Exception {
    log.use(audit);
    Serving serving = new Serving(file, data, port, readOnly, plugins.registry());
    CommandFailure.when(
        standby && takeOver.isPresent(),
        "--standby waits, --take-over does not; give one of them (espalier yield lets a stand-by"
            + " take over at once)");
    if (check) {
      serving.check(standby, out());
    } else {
      serving.untilInterrupted(takeOver, standby, out());
    }
  }
}
