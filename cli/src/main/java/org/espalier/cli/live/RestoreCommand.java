package org.espalier.cli.live;

import java.io.IOException;
import java.nio.file.Path;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.service.store.Backup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code espalier restore}: makes the data directory of a live service of a backup. */
@Command(
    name = "restore",
    description =
        "Makes a data directory of a backup. A service on it starts nothing that the first one may"
            + " have started: what ran or waited is held until espalier release or cancel.",
    footer = {
      "",
      "Example:",
      "  espalier restore espalier-backup.zip data",
      "  espalier serve live.yaml --data data"
    })
final class RestoreCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "a backup")
  private Path file;

  @Parameters(
      index = "1",
      paramLabel = "DIRECTORY",
      description = "the data directory, which is made, or empty")
  private Path directory;

  @Override
  protected void run() throws IOException {
    Backup.restore(file, directory);
    say("%s is restored. Serve it: espalier serve LIVE.yaml --data %s%n", directory, directory);
  }
}
