package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that an option names to be written. */
final class OutputFile {
  private OutputFile() {}

  /**
   * Refuses a file that cannot be written, or that is also read.
   *
   * @param option the option that names it
   */
  static void check(String option, Path file, Path input) throws IOException {
    check(option, file);
    if (Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input)) {
      throw new CommandFailure(
          "%s: %s is the file that is read; name another file".formatted(option, file));
    }
  }

  /**
   * Refuses a file that cannot be written.
   *
   * @param option the option that names it
   */
  static void check(String option, Path file) {
    Path directory = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new CommandFailure("%s: %s is a directory; name a file in it".formatted(option, file));
    } else if (directory == null || !Files.isDirectory(directory)) {
      throw new CommandFailure(
          "%s: there is no directory %s; make it first".formatted(option, directory));
    }
  }

  /** Refuses a name for a workload that says that it is no CSV. */
  static void checkWorkload(String option, Path file) {
    if (file.toString().matches("(?i).*\\.(dat|swf|swf\\.gz)")) {
      throw new CommandFailure(
          "%s: workloads are written as CSV; name a .csv file in place of %s"
              .formatted(option, file));
    }
  }
}
