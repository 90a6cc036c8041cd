package org.espalier.cli.study;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.files.FileKind;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Problems;

/** A study that is read from a file that the user named. */
final class StudyInput {
  private StudyInput() {}

  /** The experiment of a study; empty if there are problems, or it is no study. */
  static Optional<Experiment> read(
      Path study,
      List<String> assignments,
      PluginOptions plugins,
      PrintWriter err,
      Problems problems) {
    return FileKind.STUDY.isNotOf(study, problems)
        ? Optional.empty()
        : Experiment.load(study, assignments, plugins.registry(study, err), problems);
  }

  /**
   * The experiment of a study.
   *
   * @throws org.espalier.workload.document.InvalidInputException with all its problems
   */
  static Experiment read(
      Path study, List<String> assignments, PluginOptions plugins, PrintWriter err) {
    return Problems.demand(problems -> read(study, assignments, plugins, err, problems));
  }
}
