package org.espalier.cli.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.Version;
import org.espalier.simulator.checkpoint.RunIdentity;
import org.espalier.simulator.result.ResultDirectory;
import org.espalier.simulator.result.StoredResults;
import org.espalier.simulator.result.SummaryTable;
import org.espalier.simulator.result.UnsuitedSettings;
import org.espalier.simulator.result.Verdict;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Names;
import org.espalier.workload.process.ShellWord;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that makes results of a study, and shows them. */
abstract class StudyCommand extends Subcommand {
  private static final int SHOWN_NOTES = 3;

  /** The only part of a run, in its checkpoint. */
  static final String PART = "trials";

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE[,VALUE...]",
      description = "replaces an axis or an option of every study; may be repeated")
  private List<String> assignments = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "the same as --set seed=N")
  private Optional<Long> seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "where results go, those of several studies to DIR/<name of the study>;"
              + " results/<name of the study> if left out")
  Optional<Path> out;

  @Option(
      names = "--per-type",
      description = "also prints the on-time share of each task type; types.csv always has them")
  private boolean perType;

  @Option(names = "--quiet", description = "prints no tables: who is best, and where the report is")
  private boolean quiet;

  @Mixin private ForceOption force;

  @Mixin PluginOptions plugins;

  final List<String> assignments() {
    List<String> all = new ArrayList<>(assignments);
    seed.ifPresent(number -> all.add("seed=" + number));
    return all;
  }

  final RunIdentity identity(Experiment experiment) {
    return new RunIdentity(Version.exact(), List.of(experiment), List.of(), plugins.jars());
  }

  final void printPlan(Experiment experiment) {
    int trials = experiment.study().plan().trials();
    note(
        "%s: %s, %s each, seed %s%n",
        experiment.study().about().name(),
        Names.count(experiment.totalTrials() / trials, "scenario"),
        Names.count(trials, "trial"),
        experiment.study().plan().seed());
    if (trials == 1) {
      err()
          .println(
              "warning: one trial has no interval, so nobody can tell differences from chance;"
                  + " --set trials=30 gives intervals");
    }
    tell(experiment.notes(), "on the input");
  }

  private void tell(List<String> notes, String about) {
    notes.stream().limit(SHOWN_NOTES).forEach(note -> err().println("note: " + note));
    if (notes.size() > SHOWN_NOTES) {
      note("and %s more notes %s, in notes.txt%n", notes.size() - SHOWN_NOTES, about);
    }
  }

  final ResultDirectory directory(Experiment experiment, boolean several) {
    String name = experiment.study().about().name();
    Path below = out.orElse(Path.of("results"));
    Path path = out.isEmpty() || several ? below.resolve(name) : below;
    ResultDirectory directory = new ResultDirectory(path);
    OutputFile.refuse(path, directory.obstacle());
    return directory;
  }

  /** Writes results, and returns the report. */
  final Path write(ExperimentResults results, ResultDirectory directory) {
    Path place =
        force.write(
            directory, draft -> directory.writeInto(draft, results, plugins.origin()), err());
    return StoredResults.reportFile(place);
  }

  /**
   * Shows results.
   *
   * @param file of the study
   */
  final void show(ExperimentResults results, Path report, Path file) {
    if (!quiet) {
      printTables(results);
      out().println();
    }
    new Verdict(results).sentences().forEach(out()::println);
    boolean single = results.experiment().study().plan().trials() == 1;
    say(
        "%s; report: %s%n",
        single ? "One trial, without intervals" : "Mean and half of the 95 % confidence interval",
        OutputFile.shown(report));
    tell(results.notes(), "on the results");
    UnsuitedSettings.hints(results, policy -> tune(file, policy))
        .forEach(hint -> err().println("hint: " + hint));
  }

  private void printTables(ExperimentResults results) {
    int scenarios = results.experiment().scenarios().size();
    boolean many = scenarios > SummaryTable.MOST_ROWS;
    SummaryTable table = many ? SummaryTable.ofBest(results) : SummaryTable.ofScenarios(results);
    print(table);
    if (many) {
      say(
          "These are the best %s of %s scenarios; summary.csv, timing.csv and the report have"
              + " all.%n",
          table.rows().size(), scenarios);
    }
    if (perType) {
      print("On-time share of each task type:", SummaryTable.ofTypes(results));
    }
    SummaryTable times = SummaryTable.ofTimes(results);
    if (times.rows().size() <= SummaryTable.MOST_ROWS) {
      print("Time for the decisions of a mapping event:", times);
    }
  }

  private String tune(Path file, String policy) {
    return "espalier tune %s --policy %s%s"
        .formatted(
            ShellWord.quoted(file.toString()),
            ShellWord.quoted(policy),
            assignments().stream()
                .map(assignment -> " --set " + ShellWord.quoted(assignment))
                .collect(Collectors.joining()));
  }

  private void print(String title, SummaryTable table) {
    out().println();
    out().println(title);
    print(table);
  }

  private void print(SummaryTable table) {
    TextTable.of(table).print(out(), Integer.MAX_VALUE);
  }
}
