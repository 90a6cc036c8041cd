package org.espalier.cli.study;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Words on where results went. */
final class Results {
  private Results() {}

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
