package org.espalier.cli.study;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.files.FileKind;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Problems;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The one study of a command, what is set in it, and how its trials run. */
final class StudyArgument {
  @Parameters(paramLabel = "STUDY.yaml", description = "the study")
  Path file = Path.of("");

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE[,VALUE...]",
      description = "replaces an axis or an option of the study; may be repeated")
  List<String> assignments = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads; all cores if left out; results do not depend on it")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin PluginOptions plugins;

  Experiment read(PrintWriter err) {
    return read(file, assignments, plugins, err);
  }

  RunSettings settings(ExperimentProgress progress) {
    return new RunSettings(threads, System::nanoTime, progress);
  }

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
