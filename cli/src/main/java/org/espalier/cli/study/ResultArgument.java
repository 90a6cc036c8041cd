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
    CommandFailure.when(
        !Files.exists(directory),
        "there is no %s; give a directory that espalier run wrote",
        directory);
    CommandFailure.when(
        !StoredResults.isIn(directory),
        "%s is no directory of results: it has no %s with a trials.csv beside it; give one that"
            + " espalier run wrote",
        directory,
        StoredResults.studyFile(directory).getFileName());
  }
}
