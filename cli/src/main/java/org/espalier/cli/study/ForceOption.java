package org.espalier.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.report.OwnDirectory;
import picocli.CommandLine.Option;

/** The option that lets results take the place of others. */
final class ForceOption {
  @Option(
      names = "--force",
      description =
          "replaces other results that are there; without it they stay, and the new ones go to a"
              + " directory beside them, as DIR-2")
  private boolean force;

  /**
   * Writes results, and returns where they are. Says so if that is beside the directory they were
   * to go to, as others are there.
   *
   * @throws CommandFailure if they cannot be written
   */
  Path write(OwnDirectory directory, OwnDirectory.Content results, PrintWriter err) {
    try {
      Path place =
          directory.write(
              results, force ? OwnDirectory.Earlier.REPLACED : OwnDirectory.Earlier.KEPT);
      if (!place.equals(directory.path())) {
        err.printf(
            "note: %s holds other results, which stay; these are in %s (--force replaces them)%n",
            directory.path(), place);
      }
      return place;
    } catch (IOException e) {
      throw new CommandFailure(
          "the results cannot be written: %s; make room, or give another directory with --out"
              .formatted(OutputFile.reason(e)),
          e);
    }
  }
}
