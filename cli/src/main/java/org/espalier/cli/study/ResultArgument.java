package org.espalier.cli.study;

import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.simulator.result.StoredResults;

/** A directory of results that the user named. */
final class ResultArgument {
  private ResultArgument() {}

  /**
   * Refuses what is no directory of results.
   *
   * @throws CommandFailure if it is none
   */
  static void check(Path directory) {
    if (!Files.exists(directory)) {
      throw new CommandFailure(
          "there is no %s; give a directory that espalier run wrote".formatted(directory));
    } else if (!StoredResults.isIn(directory)) {
      throw new CommandFailure(
          "%s is no directory of results: it has no %s with a trials.csv beside it; give one that"
                  .formatted(directory, StoredResults.studyFile(directory).getFileName())
              + " espalier run wrote");
    }
  }
}
