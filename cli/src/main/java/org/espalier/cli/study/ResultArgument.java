package org.espalier.cli.study;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.simulator.result.StoredResults;
import org.espalier.simulator.study.Experiment;

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

  /** The experiment that the results of a directory are of. */
  static Experiment experiment(Path directory, PluginOptions plugins, PrintWriter err) {
    return StudyInput.read(StoredResults.studyFile(directory), List.of(), plugins, err);
  }
}
