package org.espalier.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.espalier.cli.terminal.CommandFailure;

/** Writes results, and tells where they went. */
final class Results {
  private Results() {}

  /** Writes results, and returns the report. */
  interface Writing {
    Path write() throws IOException;
  }

  /**
   * Writes results, and returns the report. Says so if they went beside the directory they were to
   * go to, as others are there.
   *
   * @throws CommandFailure if they cannot be written
   */
  static Path write(Path directory, Writing writing, PrintWriter err) {
    try {
      Path report = writing.write();
      if (!report.startsWith(directory)) {
        err.printf(
            "note: %s holds other results, which stay; these are in %s (--force replaces them)%n",
            directory, report.getParent());
      }
      return report;
    } catch (IOException e) {
      throw new CommandFailure(
          "the results cannot be written: %s; make room, or give another directory with --out"
              .formatted(reason(e)),
          e);
    }
  }

  /** A path from the current directory where it is below it. */
  static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path) : path;
  }

  /** Why something could not be written. */
  static String reason(IOException e) {
    return String.valueOf(e instanceof FileSystemException ? e.toString() : e.getMessage());
  }
}
